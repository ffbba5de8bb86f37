// Sessions that are dropped on the page, in a real browser: it shows what the command line writes,
// sends nothing, and runs nothing of them.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { launch, serve } from './browser.mjs'
import { root } from './cases.mjs'

const temporary = mkdtempSync(path.join(os.tmpdir(), 'playground-'))
const program = path.join(temporary, 'bin', 'handofflint')
const sample = readFileSync(path.join(import.meta.dirname, '../examples/sample.jsonl'), 'utf8')
let server, browser

before(async () => {
  execFileSync('go', ['build', '-o', program, './cmd/handofflint'], { cwd: root })
  server = await serve()
  browser = await launch()
})

after(async () => {
  await browser?.close()
  server?.close()
  rmSync(temporary, { recursive: true, force: true })
})

// openPage opens the playground and waits for the engine. Whatever the console says fails the test.
async function openPage(t, options = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.complaints = []
  page.on('console', (message) => page.complaints.push(message.text()))
  page.on('pageerror', (error) => page.complaints.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(page.complaints, [])
  })
  await page.goto(server.url)
  await page.waitForFunction(() => document.getElementById('results').ariaBusy === 'false', null, { timeout: 60_000 })
  return page
}

// answered waits for the page of a session, or for why there is none.
function answered(page) {
  return page.waitForFunction(() => {
    const frame = document.getElementById('audit')
    return document.getElementById('audit-progress').hidden && (frame.hidden || frame.offsetHeight > 0)
  }, null, { timeout: 120_000 })
}

// drop drops files on the page, by their names.
async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await page.dispatchEvent('#session', 'drop', { dataTransfer: transfer })
  await answered(page)
}

// shown is the page in the frame, as the engine wrote it.
async function shown(page) {
  return (await page.getAttribute('#audit', 'srcdoc')).replaceAll('href="about:srcdoc#', 'href="#')
}

const statusOf = (page) => page.textContent('#audit-status')

// audit returns what the command line writes about files.
function audit(files) {
  const folder = path.join(temporary, 'audit')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const names = Object.keys(files)
  const env = { PATH: process.env.PATH, HOME: temporary, XDG_CONFIG_HOME: '' }
  const { stdout, stderr } = spawnSync(program, ['audit', '-f', 'html', names.length === 1 ? names[0] : '.'], { cwd: folder, env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  assert.ok(stdout, stderr)
  return stdout
}

test('it opens on a place for a session, and has a sample', async (t) => {
  const page = await openPage(t)
  await page.getByText('Drop a session of Claude Code, Codex or OpenCode here; nothing leaves this page.').waitFor()
  await page.click('#sample')
  const frame = page.frameLocator('#audit')
  await frame.getByText('tests failed').waitFor()
  await frame.getByText('A hook would have stopped it.').click()
  await frame.getByText('message sample.jsonl:12').first().waitFor()
  assert.equal(await shown(page), audit({ 'sample.jsonl': sample }))
})

test('it shows what the command line writes', async (t) => {
  const page = await openPage(t)
  const folder = path.join(root, 'testdata/transcripts')
  let compared = 0
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.jsonl?$/.test(name))
  for (const name of names.filter((name) => !name.includes('subagents'))) {
    const files = { [path.basename(name)]: readFileSync(path.join(folder, name), 'utf8') }
    await drop(page, files)
    assert.equal(await shown(page), audit(files), name)
    compared++
  }
  const sessions = path.join(root, 'test/rows/sessions')
  const together = Object.fromEntries(readdirSync(sessions).map((name) => [name, readFileSync(path.join(sessions, name), 'utf8')]))
  await drop(page, together)
  assert.equal(await shown(page), audit(together))
  assert.ok(compared > 4)
})

test('a file that is no session is refused', async (t) => {
  const page = await openPage(t)
  for (const [text, want] of [
    ['hello', /not the transcript of Claude Code, Codex or OpenCode/],
    ['', /not the transcript/],
    ['{"sessionId": "s", "projectHash": "p"}', /a session of Gemini CLI is not read/],
  ]) {
    await drop(page, { 'notes.json': text })
    assert.match(await statusOf(page), want)
    assert.equal(await page.locator('#audit').isVisible(), false)
  }
  await drop(page, { 'a.md': 'a', 'b.md': 'b' })
  assert.match(await statusOf(page), /not the transcript/)
  await page.click('#sample')
  await page.frameLocator('#audit').getByText('tests failed').waitFor()
  assert.equal(await statusOf(page), '')
})

// send tries to reach a host in each way that a page or a worker has.
async function send(url) {
  const sent = []
  const note = (way) => () => sent.push(way)
  await fetch(url, { mode: 'no-cors' }).then(note('fetch'), () => {})
  await new Promise((done) => {
    const request = new XMLHttpRequest()
    request.onload = note('XMLHttpRequest')
    request.onloadend = done
    try {
      request.open('GET', url)
      request.send()
    } catch {
      done()
    }
  })
  for (const Source of [WebSocket, EventSource]) {
    await new Promise((done) => {
      try {
        const source = new Source(Source === WebSocket ? url.replace('http', 'ws') : url)
        source.onopen = note(Source.name)
        source.onerror = done
      } catch {
        done()
      }
    })
  }
  if (typeof document === 'undefined') {
    try {
      importScripts(url)
      sent.push('importScripts')
    } catch {}
    return sent
  }
  navigator.sendBeacon(url)
  for (const [name, at] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['link', 'href']]) {
    await new Promise((done) => {
      const element = document.createElement(name)
      if (name === 'link') element.rel = 'stylesheet'
      element.onerror = done
      element.onload = done
      element[at] = url
      document.head.append(element)
    })
  }
  return sent
}

test('nothing leaves the page, nor the worker', async (t) => {
  const page = await openPage(t)
  await page.click('#sample')
  await answered(page)
  const other = await serve()
  t.after(() => other.close())
  const before = server.requests.length
  for (const url of [`${server.url}app.js?secret`, `${other.url}app.js?secret`]) {
    assert.deepEqual(await page.evaluate(send, url), [])
    assert.deepEqual(await page.workers()[0].evaluate(send, url), [])
  }
  page.complaints.length = 0 // the console tells of each
  assert.deepEqual(server.requests.slice(before), [])
  assert.deepEqual(other.requests, [])
})

const markup = `</p></style></title></iframe><script>top.broken = 1</script><img src=/leak onerror=top.broken=1>"'><a href="javascript:top.broken=1" target=_top>x</a><meta http-equiv=refresh content="0;url=/leak"><link rel=stylesheet href=/leak><form action=/leak><button>{{.}}<!--`

// hostile are transcripts that nobody writes by mistake.
function hostile() {
  const lines = sample.trim().split('\n').map((line) => JSON.parse(line))
  const isKey = (key) => ['type', 'role', 'uuid', 'parentUuid', 'id', 'tool_use_id', 'name', 'timestamp', 'leafUuid'].includes(key)
  const soil = (value, key) => {
    if (Array.isArray(value)) return value.map((item) => soil(item))
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, soil(v, k)]))
    return typeof value === 'string' && !isKey(key) ? `${value} ${markup}` : value
  }
  const soiled = lines.map((line) => soil(line)).map((line) => JSON.stringify(line)).join('\n')
  const start = sample.split('\n')[0] + '\n'
  const says = (text) => JSON.stringify({ ...lines[1], uuid: 'x', message: { role: 'assistant', content: [{ type: 'text', text }] } }) + '\n'
  const call = (id) => JSON.stringify({ ...lines[1], uuid: `c${id}`, message: { role: 'assistant', content: [{ type: 'tool_use', id: `t${id}`, name: 'Bash', input: { command: 'go test ./... && '.repeat(200) + 'true' } }] } }) + '\n'
  return {
    'markup in every text': soiled,
    'a long line': start + says('x'.repeat(20 << 20)),
    'many sentences': start + says('All tests pass, and it is not so that the build fails. '.repeat(15_000)),
    'no white space': start + says('tests,pass;'.repeat(50_000)),
    'calls without an end': start + Array.from({ length: 2000 }, (_, i) => call(i)).join(''),
    'torn records': start + '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"com\n'.repeat(20_000),
    'deep': start + '{"type":"assistant","message":'.repeat(100_000),
    'deep lists': start + `{"type":"assistant","message":${'['.repeat(1 << 20)}\n`,
    'a shell of brackets': start + call(0).replace('go test', '$('.repeat(20_000)),
    'not text': start + '\u0000\ufffe\u202e\u001b[31m'.repeat(100_000),
    'an export': '{"info":{"id":"ses_1","directory":"/w","version":"1"},"messages":[' + '{"info":{"role":"assistant"},"parts":['.repeat(50_000),
  }
}

test('hostile sessions are text, and are read to an end', async (t) => {
  const page = await openPage(t)
  await page.click('#sample')
  await answered(page)
  const before = server.requests.length
  for (const [name, text] of Object.entries(hostile())) {
    const start = Date.now()
    await drop(page, { [`<img src=x onerror=top.broken=1>.jsonl`]: text })
    console.log(`${name}: ${text.length} characters in ${Date.now() - start} ms`)
    assert.equal(await page.evaluate(() => globalThis.broken), undefined, name)
    assert.doesNotMatch(await statusOf(page), /engine/, name)
    assert.equal(await page.locator('#session img, #session script').count(), 0, name)
    if (!(await page.locator('#audit').isVisible())) continue
    const foreign = await page.frames()[1].evaluate(() =>
      [...document.querySelectorAll('script, img, iframe, form, button, link, meta[http-equiv=refresh], a:not([href^="about:srcdoc#"]), [onerror]')].map((e) => e.outerHTML))
    assert.deepEqual(foreign, [], name)
  }
  assert.deepEqual(server.requests.slice(before), [])
})

test('scripts do not run in the frame, even if there were some', async (t) => {
  const page = await openPage(t)
  const before = server.requests.length
  await page.evaluate((markup) => {
    document.getElementById('audit').hidden = false
    return new Promise((done) => {
      document.getElementById('audit').onload = done
      document.getElementById('audit').srcdoc = markup
    })
  }, `<script>top.broken = 1</script><img src="/leak" onerror="top.broken = 1"><iframe src="/leak"></iframe>`)
  assert.equal(await page.evaluate(() => globalThis.broken), undefined)
  assert.deepEqual(server.requests.slice(before), [])
  page.complaints.length = 0 // the console tells of each
})

test('credentials are masked', async (t) => {
  const page = await openPage(t)
  const secret = 'ghp_' + 'a1B2c3D4e5F6'.repeat(3)
  const text = sample.replaceAll('go test ./...', `TOKEN=${secret} go test ./...`).replaceAll('Let carts', secret).replaceAll('TestExpired', `${secret} TestExpired`).replaceAll('All tests', `${secret}. All tests`)
  assert.ok(text.includes(secret))
  await drop(page, { [`${secret}.jsonl`]: text })
  assert.match(await shown(page), /tests failed/)
  assert.ok(!(await page.content()).includes(secret))
})

// long is a session of some megabytes.
function long(megabytes) {
  const [first, , ...rest] = sample.trim().split('\n')
  const source = '     1\tif err := read(name); err != nil { return "no" }\n'.repeat(150)
  const calls = rest.slice(0, 8).join('\n').replaceAll('package cart', JSON.stringify(source).slice(1, -1))
  const read = sample.split('\n').slice(1, 3).join('\n').replaceAll('package cart', JSON.stringify(source).slice(1, -1))
  let text = first + '\n'
  const parts = []
  for (let i = 0, size = 0; size < megabytes << 20; i++) {
    const part = `${read}\n${calls}\n`.replaceAll(/"(u|t)0/g, `"$1${i}-0`)
    parts.push(part)
    size += part.length
  }
  return text + parts.join('') + rest.join('\n')
}

test('50 MB are read with progress', async (t) => {
  const page = await openPage(t)
  const file = path.join(temporary, 'long.jsonl')
  writeFileSync(file, long(50))
  await page.evaluate(() => {
    globalThis.values = new Set()
    new MutationObserver(() => globalThis.values.add(document.getElementById('audit-progress').value)).observe(document.getElementById('audit-progress'), { attributes: true })
  })
  const start = Date.now()
  await page.setInputFiles('#files', file)
  await page.evaluate(() => new Promise((done) => setTimeout(done))) // the page answers meanwhile
  await answered(page)
  console.log(`50 MB in ${Date.now() - start} ms`)
  assert.equal(await statusOf(page), '')
  assert.match(await shown(page), /tests failed/)
  assert.ok((await page.evaluate(() => globalThis.values.size)) > 10)
})

// PLAYGROUND_SESSIONS is a folder of real sessions, which are no part of the repository.
const real = process.env.PLAYGROUND_SESSIONS
test('real sessions are shown as by the command line', { skip: !real }, async (t) => {
  const page = await openPage(t)
  for (const name of readdirSync(real, { recursive: true }).filter((name) => /\.jsonl?$/.test(name)).slice(0, 20)) {
    const start = Date.now()
    const files = { [path.basename(name)]: readFileSync(path.join(real, name), 'utf8') }
    await drop(page, files)
    if (!(await page.locator('#audit').isVisible())) {
      console.log(`${name}: ${await statusOf(page)}`)
      continue
    }
    console.log(`${name}: ${Date.now() - start} ms`)
    assert.equal(await shown(page), audit(files), name)
  }
})

// narrow returns what is too wide, or has letters that are too small.
function faults() {
  const found = []
  if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} pixels wide`)
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    const size = parseFloat(getComputedStyle(element).fontSize)
    if (hasText && size < 12) found.push(`${size} pixels: ${element.textContent}`)
  }
  return found
}

test('it fits a screen and a phone, light and dark', async (t) => {
  for (const width of [1280, 390]) {
    const backgrounds = new Set()
    for (const colorScheme of ['light', 'dark']) {
      const page = await openPage(t, { viewport: { width, height: 800 }, colorScheme })
      assert.deepEqual(await page.evaluate(faults), [])
      await drop(page, { 'a.jsonl': sample, 'b.jsonl': sample.replaceAll('7c1e4a20', '8d2f5b31').replaceAll('"u0', '"v0').replaceAll('cart-expiry', 'cart-total') })
      await page.frameLocator('#audit').locator('.totals').first().waitFor()
      assert.deepEqual(await page.evaluate(faults), [])
      assert.deepEqual(await page.frames()[1].evaluate(faults), [])
      backgrounds.add(await page.frames()[1].evaluate(() => getComputedStyle(document.body).backgroundColor))
      await page.click('a[href="#handoff"]')
      assert.deepEqual(await page.evaluate(faults), [])
    }
    assert.equal(backgrounds.size, 2)
  }
})
