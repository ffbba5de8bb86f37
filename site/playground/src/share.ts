// A link holds the files in its fragment, compressed, which no browser sends anywhere. It
// may come from anyone: what it unpacks to is bounded, and is data.

export interface Project {
  // open is the path of the file that is edited, one of files.
  open: string
  files: Record<string, string>
}

const version = '1'
const longestLink = 100_000
const mostBytes = 1 << 20
const mostFiles = 50

export async function pack(project: Project): Promise<string> {
  const data = new Blob([JSON.stringify(project)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(data).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const fragment = version + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (fragment.length > longestLink) throw new Error('the files are too large for a link')
  return fragment
}

export async function unpack(fragment: string): Promise<Project> {
  if (fragment.length > longestLink) throw new Error('it is too long')
  if (!/^1[\w-]+$/.test(fragment)) throw new Error('it is not one of the playground')
  const binary = atob(fragment.slice(version.length).replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return projectOf(JSON.parse(await bounded(stream)))
}

async function bounded(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > mostBytes) {
      await reader.cancel()
      throw new Error('it holds too much')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function projectOf(value: unknown): Project {
  const { open, files } = Object(value)
  const entries = Object.entries(Object(files))
  if (typeof open !== 'string' || entries.length > mostFiles || !entries.every(([path, text]) => cleanPath(path) !== '' && typeof text === 'string')) {
    throw new Error('it is not one of the playground')
  }
  const project = { open: cleanPath(open), files: Object.fromEntries(entries.map(([path, text]) => [cleanPath(path), text as string])) }
  if (!Object.hasOwn(project.files, project.open)) throw new Error('its file is missing')
  return project
}

// cleanPath makes a path within the playground's folder of any text; '' is none.
export function cleanPath(path: string): string {
  const parts = path.slice(0, 300).replaceAll('\\', '/').replaceAll('\0', '').split('/')
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.' && part !== '..').join('/')
}
