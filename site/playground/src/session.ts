// The page about sessions that are dropped: what `handofflint audit -f html` writes.

import type { Engine, File as Named } from './engine'

// mostBytes is how much of a session is read.
const mostBytes = 256 << 20

const section = document.getElementById('session')!
const frame = document.getElementById('audit') as HTMLIFrameElement
const status = document.getElementById('audit-status')!
const progress = document.getElementById('audit-progress') as HTMLProgressElement

function tell(text: string, className = ''): void {
  status.textContent = text
  status.className = className
}

// draw shows a page of the engine, in a frame in which no script runs and nothing is loaded. It
// takes the place of what explains where sessions are.
function draw(page: string): void {
  // A link to a part of a page without an address would lead to a part of this one.
  frame.srcdoc = page.replaceAll('href="#', 'href="about:srcdoc#')
  frame.hidden = false
  section.classList.add('shown')
  frame.onload = () => {
    const content = frame.contentDocument!.documentElement
    new ResizeObserver(() => (frame.style.height = `${content.offsetHeight}px`)).observe(content)
  }
}

async function bytesOf(chosen: File[]): Promise<Named[]> {
  const size = chosen.reduce((sum, file) => sum + file.size, 0)
  if (size > mostBytes) throw new Error(`They have more than ${mostBytes >> 20} MiB: use \`handofflint audit\`.`)
  return Promise.all(chosen.map(async (file): Promise<Named> => [file.name, new Uint8Array(await file.arrayBuffer()), file.lastModified]))
}

// showSessions shows sessions that are dropped or chosen. sample is the page about one.
export function showSessions(engine: Engine, sample: string): void {
  let latest = 0

  async function audit(chosen: File[]): Promise<void> {
    const asked = ++latest
    const isCurrent = () => asked === latest
    frame.hidden = true
    progress.hidden = false
    progress.removeAttribute('value')
    tell('Reading…')
    try {
      const files = await bytesOf(chosen)
      const size = files.reduce((sum, [, data]) => sum + data.length, 0)
      const { page, unread } = await engine.audit(files, files.length === 1 ? files[0][0] : '.', (read) => {
        if (isCurrent()) progress.value = Math.min(1, read / size)
      })
      if (!isCurrent()) return
      tell(unread.join(' '), unread.length ? 'error' : '')
      draw(page)
    } catch (error) {
      if (isCurrent()) tell((error as Error).message, 'error')
    }
    if (isCurrent()) progress.hidden = true
  }

  const input = document.getElementById('files') as HTMLInputElement
  input.onchange = () => {
    if (input.files!.length > 0) void audit([...input.files!])
    input.value = ''
  }
  document.getElementById('sample')!.onclick = () => {
    latest++ // whatever is being read
    progress.hidden = true
    tell('')
    draw(sample)
  }
  const isShown = () => !section.hidden
  addEventListener('dragover', (event) => isShown() && event.preventDefault())
  addEventListener('drop', (event) => {
    if (!isShown()) return
    event.preventDefault()
    const dropped = [...event.dataTransfer!.files]
    if (dropped.length > 0) void audit(dropped)
  })
}
