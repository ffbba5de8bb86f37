import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { yamlFrontmatter } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { Engine, type Checked, type File, type Finding } from './engine'
import { span } from './positions'
import { showSessions } from './session'
import { cleanPath, pack, unpack, type Project } from './share'
import examples from './examples.json'

function get<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}

// element makes an element with text or further elements in it. Nothing of a checked file
// is ever read as HTML.
function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, ...content: (string | Node)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

// --- the editor

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-soft)', color: 'var(--text-2)', borderRight: '1px solid var(--line)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'var(--selection)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg-soft)', color: 'var(--text)', border: '1px solid var(--control)', maxWidth: 'min(46em, 90vw)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--brand)', color: 'var(--bg)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--error) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warning) 1.5px', textUnderlineOffset: '3px' },
  '.cm-specialChar': { color: 'var(--error)' },
})

const highlighting = HighlightStyle.define([
  { tag: [tags.heading, tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syntax-key)', fontWeight: '600' },
  { tag: [tags.string, tags.monospace], color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--syntax-atom)' },
  { tag: [tags.comment, tags.processingInstruction, tags.meta, tags.separator], color: 'var(--syntax-mark)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--brand)' },
])

// mostColoured is the longest text that gets colours. The parser of Markdown works for
// more than 25 seconds on a megabyte of `*_[`, and nothing else in the page does.
const mostColoured = 30_000

function stateOf(text: string, path: string): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of('\n'), // a carriage return stays what it is
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightSpecialChars(),
      bracketMatching(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'Text of the file' }),
      text.length > mostColoured ? [] : /\.json$/i.test(path) ? json() : yamlFrontmatter({ content: markdown() }),
      syntaxHighlighting(highlighting),
      theme,
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed()
      }),
    ],
  })
}

// In a shadow root the editor's styles need no <style> element, which the policy forbids.
const root = get('editor').attachShadow({ mode: 'open' })
const view = new EditorView({ root, parent: root })

// --- the files

const states = new Map<string, EditorState>()
let open = ''

function load(project: Project): void {
  states.clear()
  for (const [path, text] of Object.entries(project.files)) states.set(path, stateOf(text, path))
  show(project.open)
  isNew = true
  changed()
}

// show puts a file into the editor.
function show(path: string): void {
  open = path
  view.setState(states.get(path)!)
  get<HTMLInputElement>('path').value = path
  drawTabs()
}

function keep(): void {
  states.set(open, view.state)
}

function drawTabs(): void {
  const names = [...states.keys()].sort()
  get('tabs').replaceChildren(...names.map((path) => {
    const tab = element('button', '', path.slice(path.lastIndexOf('/') + 1))
    tab.type = 'button'
    tab.title = path
    tab.ariaPressed = String(path === open)
    tab.onclick = () => {
      keep()
      show(path)
      changed()
    }
    return tab
  }))
  get<HTMLButtonElement>('remove').hidden = states.size < 2
}

function project(): Project {
  keep()
  return { open, files: Object.fromEntries([...states].map(([path, state]) => [path, state.doc.toString()])) }
}

get<HTMLInputElement>('path').onchange = ({ target }) => {
  const input = target as HTMLInputElement
  const path = cleanPath(input.value)
  if (path === open) {
    input.value = open
  } else if (path === '' || [...states.keys()].some((known) => known === path || known.startsWith(path + '/') || path.startsWith(known + '/'))) {
    notify(path === '' ? 'A file needs a path.' : `There is a file at ${path} already.`, 'error')
    input.value = open
  } else {
    const text = view.state.doc.toString()
    states.delete(open)
    states.set(path, stateOf(text, path))
    show(path)
    changed()
  }
}

get('add').onclick = () => {
  keep()
  const folder = open.slice(0, open.lastIndexOf('/') + 1)
  let path = `${folder}new.md`
  for (let i = 2; states.has(path); i++) path = `${folder}new-${i}.md`
  states.set(path, stateOf('', path))
  show(path)
  changed()
  get<HTMLInputElement>('path').select()
}

get('remove').onclick = () => {
  states.delete(open)
  show([...states.keys()].sort()[0])
  changed()
}

// --- the findings

const engine = new Engine()
const encoder = new TextEncoder()
let version = 0
let checking = false
let latest: Checked | undefined
// isNew is whether no one has looked at the files yet: the editor then shows what is wrong with them.
let isNew = false

function filesNow(): File[] {
  keep()
  return [...states].map(([path, state]) => [path, encoder.encode(state.doc.toString())])
}

// transcript is what claims of the others are compared with, and no handoff.
const transcript = 'transcript.jsonl'

// subject is the file that has to be a handoff.
function subject(): string {
  const handoff = [...states.keys()].find((path) => path !== transcript)
  return open === transcript && handoff ? handoff : open
}

// changed has the files checked, once the check that is under way has ended.
function changed(): void {
  version++
  latest = undefined
  get('results').ariaBusy = 'true'
  if (!checking) void check()
}

async function check(): Promise<void> {
  checking = true
  const checked = version
  try {
    const start = performance.now()
    const result = await engine.check(filesNow(), subject())
    if (checked === version) draw(result)
    performance.clearMeasures('check')
    performance.measure('check', { start })
  } catch (error) {
    if (checked === version) drawFailure(error as Error)
  }
  checking = false
  if (checked !== version) void check()
  else get('results').ariaBusy = 'false'
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`
}

function draw(result: Checked): void {
  latest = result
  const { summary, findings } = result.report
  const own = findings.filter((f) => f.path === open)
  view.dispatch(setDiagnostics(view.state, own.map(diagnosticOf)))
  if (isNew && own.length > 0) view.dispatch({ effects: EditorView.scrollIntoView(span(view.state.doc, own[0]).from, { y: 'center' }) })
  isNew = false
  const verdict = get('verdict')
  verdict.className = summary.errors ? 'error' : summary.warnings ? 'warning' : 'passed'
  verdict.textContent = findings.length
    ? [summary.errors && count(summary.errors, 'error'), summary.warnings && count(summary.warnings, 'warning')].filter(Boolean).join(', ')
    : 'No findings'
  get('fix-all').hidden = !own.some((f) => f.fix)
  const counts = [count(summary.files, 'handoff'), `${summary.passed} passed`]
  if (summary.skipped) counts.push(`${count(summary.skipped, 'other file')} skipped`)
  if (summary.suppressed) counts.push(`${count(summary.suppressed, 'finding')} suppressed`)
  const format = result.formats[open]
  const compared = states.has(transcript) ? `--transcript ${transcript} ` : ''
  get('command').replaceChildren(
    element('code', '', `handofflint check ${compared}${quote(subject())} .`),
    ` exit code ${result.exit}; ${counts.join(', ')}${format ? `; the open file is a ${format} handoff` : ''}`,
  )
  // The findings of the open file come first.
  get('findings').replaceChildren(...own.concat(findings.filter((f) => f.path !== open)).map(itemOf))
}

function drawFailure(error: Error): void {
  view.dispatch(setDiagnostics(view.state, []))
  const verdict = get('verdict')
  verdict.className = 'error'
  verdict.textContent = 'Nothing was checked'
  get('fix-all').hidden = true
  const again = element('button', '', 'Check again')
  again.onclick = changed
  get('command').replaceChildren(again)
  get('findings').replaceChildren(element('li', 'error', element('pre', '', error.message)))
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function diagnosticOf(f: Finding): Diagnostic {
  return {
    ...span(view.state.doc, f),
    severity: f.severity,
    source: f.rule,
    message: f.help ? `${f.message}\n${f.help}` : f.message,
    actions: f.fix && [{ name: 'Fix', apply: () => fix(f) }],
  }
}

function place(f: { path: string; line: number; column: number; end_line: number; end_column: number }): HTMLButtonElement {
  const where = `${f.line}:${f.column}`
  const button = element('button', 'place', f.path === open ? `line ${where}` : `${f.path}:${where}`)
  button.type = 'button'
  button.onclick = () => {
    if (!states.has(f.path)) return
    if (f.path !== open) {
      keep()
      show(f.path)
      changed()
    }
    const { from } = span(view.state.doc, f)
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    view.focus()
  }
  return button
}

function itemOf(f: Finding): HTMLLIElement {
  const rule = element('a', '', f.rule)
  rule.href = `../rules/${f.rule}.html`
  const item = element('li', f.severity, element('p', 'where', element('span', 'severity', f.severity), place(f), rule), element('p', 'message', f.message))
  if (f.help) item.append(element('p', 'help', f.help))
  for (const r of f.related) item.append(element('p', 'related', place(r), ` ${r.message}`))
  if (f.fix && f.path === open) {
    const button = element('button', 'fix', `Fix: ${f.fix.message}`)
    button.type = 'button'
    button.onclick = () => fix(f)
    item.append(button)
  }
  const why = element('details', '', element('summary', '', 'Why'))
  why.addEventListener('toggle', () => void explain(f.rule, why), { once: true })
  item.append(why)
  return item
}

async function explain(rule: string, into: HTMLElement): Promise<void> {
  try {
    const { why, bad, good } = await engine.explain(rule)
    // Blank lines part paragraphs, and code is indented, as in Markdown.
    for (const part of why.split('\n\n')) into.append(element(part.startsWith('    ') ? 'pre' : 'p', '', part))
    if (bad) into.append(element('p', '', 'Reported:'), element('pre', '', bad))
    if (good) into.append(element('p', '', 'Passes:'), element('pre', '', good))
  } catch (error) {
    into.append(element('p', '', (error as Error).message))
  }
}

function fix(f: Finding): void {
  if (!latest?.report.findings.includes(f)) return // the text has changed since
  const changes = f.fix!.edits.map((edit) => ({ ...span(view.state.doc, edit), insert: edit.new_text }))
  view.dispatch({ changes, userEvent: 'input.fix' })
}

get('fix-all').onclick = async () => {
  const asked = version
  try {
    const { text, fixed, left } = await engine.fix(filesNow(), open)
    if (asked !== version) return
    if (fixed) replace(text)
    notify([fixed ? `${count(fixed, 'finding')} fixed.` : 'Nothing was fixed.', left].filter(Boolean).join(' '))
  } catch (error) {
    drawFailure(error as Error)
  }
}

// replace changes only what differs, so that the cursor stays where it was.
function replace(text: string): void {
  const old = view.state.doc.toString()
  let from = 0
  while (from < old.length && from < text.length && old[from] === text[from]) from++
  let end = 0
  while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: 'input.fix' })
}

// --- the examples

type Rule = (typeof examples.rules)[number]

const formats = get<HTMLSelectElement>('format')
const choice = get<HTMLSelectElement>('example')
const variant = get<HTMLFieldSetElement>('variant')

function listExamples(): void {
  const complete = element('optgroup', '')
  complete.label = 'Whole handoffs'
  examples.complete.forEach((c, i) => {
    if (c.format === formats.value) complete.append(new Option(c.title, `complete ${i}`))
  })
  const groups = new Map<string, HTMLOptGroupElement>()
  examples.rules.forEach((r, i) => {
    if (r.format !== formats.value) return
    const name = r.rule.split('/')[0]
    if (!groups.has(name)) {
      groups.set(name, element('optgroup', ''))
      groups.get(name)!.label = `Rules: ${name}`
    }
    groups.get(name)!.append(new Option(`${r.summary} (${r.rule})`, `rule ${i}`))
  })
  choice.replaceChildren(complete, ...groups.values())
}

function showExample(): void {
  notify('')
  const [kind, index] = choice.value.split(' ')
  variant.hidden = kind !== 'rule'
  if (kind !== 'rule') {
    load(examples.complete[Number(index)] as unknown as Project)
    return
  }
  const rule: Rule = examples.rules[Number(index)]
  const good = variant.querySelector<HTMLInputElement>('[value=good]')!
  good.disabled = !rule.good
  if (!rule.good) variant.querySelector<HTMLInputElement>('[value=bad]')!.checked = true
  load((good.checked ? rule.good : rule.bad) as unknown as Project)
}

formats.append(...examples.formats.map((f) => new Option(f.title, f.name)))
formats.onchange = () => {
  listExamples()
  showExample()
}
choice.onchange = () => {
  variant.querySelector<HTMLInputElement>('[value=bad]')!.checked = true
  showExample()
}
variant.onchange = showExample

// --- links

// What is after it in a fragment is the name of a rule.
const ruleLink = 'rule='

function notify(text: string, className = ''): void {
  const notice = get('notice')
  notice.textContent = text
  notice.className = className
}

get('share').onclick = async () => {
  try {
    window.history.replaceState(null, '', '#' + (await pack(project())))
  } catch (error) {
    notify(`There is no link: ${(error as Error).message}.`, 'error')
    return
  }
  try {
    await navigator.clipboard.writeText(location.href)
    notify('The link is copied. It holds the files.')
  } catch {
    notify('The link is in the address bar. It holds the files.')
  }
}

// openRule shows the first example of a rule, as the pages about rules link to it.
function openRule(name: string): void {
  const index = examples.rules.findIndex((r) => r.rule === name)
  if (index < 0) {
    notify(`There is no example of a rule ${name}.`, 'error')
    return
  }
  formats.value = examples.rules[index].format
  listExamples()
  choice.value = `rule ${index}`
  variant.querySelector<HTMLInputElement>('[value=bad]')!.checked = true
  showExample()
}

const views = ['session', 'handoff']

// showView shows one of the two parts of the page.
function showView(name: string): void {
  for (const view of views) {
    get(view).hidden = view !== name
    document.querySelector(`a[href="#${view}"]`)!.ariaCurrent = String(view === name)
  }
}

async function openLink(): Promise<void> {
  const fragment = location.hash.slice(1) || 'session'
  if (fragment === 'sample') {
    showView('session')
    get('sample').click()
    return
  }
  if (views.includes(fragment)) {
    showView(fragment)
    return
  }
  showView('handoff')
  if (fragment.startsWith(ruleLink)) {
    openRule(fragment.slice(ruleLink.length))
    return
  }
  try {
    const shared = await unpack(fragment)
    load(shared)
    choice.selectedIndex = -1
    variant.hidden = true
    notify('These files come from a link.')
  } catch (error) {
    notify(`The link cannot be opened: ${(error as Error).message}.`, 'error')
  }
}

addEventListener('hashchange', () => void openLink())
openRule('evidence/contradicted') // a claim, and the transcript that contradicts it
showSessions(engine, examples.sample)
void openLink()
