// The page in a real browser: by its own examples, its links, and what may go wrong.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { launch, serve } from './browser.mjs'
import { root } from './cases.mjs'

const examples = JSON.parse(readFileSync(path.join(import.meta.dirname, '../src/examples.json'), 'utf8'))
let server, browser

before(async () => {
  server = await serve()
  browser = await launch()
})

after(async () => {
  await browser?.close()
  server?.close()
})

// openPage opens the playground on its handoffs, and fails the test by whatever the console says.
async function openPage(t, hash = '#handoff', options = {}) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
  const page = await context.newPage()
  const complaints = []
  // Chromium itself styles what is typed over a selection, which the policy refuses; the
  // editor draws the line anew.
  page.on('console', (message) => message.text().startsWith('Applying inline style') || complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  await page.goto(server.url + hash)
  await checked(page)
  page.complaints = complaints
  return page
}

function checked(page) {
  return page.waitForFunction(() => document.getElementById('results').ariaBusy === 'false', null, { timeout: 60_000 })
}

const textOf = (page) => page.evaluate(() => [...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-line')].map((l) => l.textContent).join('\n'))
const rulesOf = (page) => page.locator('#findings .where a').allTextContents()

// setText replaces the text of the open file by typing.
async function setText(page, text) {
  await page.locator('.cm-content').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await checked(page)
}

function link(project) {
  return '#1' + deflateRawSync(typeof project === 'string' ? project : JSON.stringify(project)).toString('base64url')
}

test('a link with the name of a rule opens its faulty example', async (t) => {
  const page = await openPage(t, '#rule=metadata/blocked-reason')
  assert.ok((await rulesOf(page)).includes('metadata/blocked-reason'))
  assert.equal(await page.locator('#format').inputValue(), 'metadata')
  await page.goto(server.url + '#rule=no/such-rule')
  await page.waitForFunction(() => document.getElementById('notice').textContent.includes('no example'))
})

test('its first example is a claim beside the transcript that contradicts it', async (t) => {
  const page = await openPage(t)
  assert.deepEqual(await rulesOf(page), ['evidence/contradicted'])
  await page.locator('#tabs button', { hasText: 'transcript.jsonl' }).click()
  await checked(page)
  assert.match(await page.textContent('#command'), /check --transcript transcript.jsonl outputs\/a.json \. exit code 2/)
  await setText(page, 'no transcript')
  assert.match(await page.textContent('#findings'), /not the transcript of Claude Code, Codex or OpenCode/)
})

test('a finding says why, in paragraphs and code', async (t) => {
  const page = await openPage(t, '#rule=metadata/blocked-next-agent')
  await page.locator('#findings summary').first().click()
  await page.locator('#findings details pre', { hasText: 'metadata/blocked-next-agent: off' }).waitFor()
  assert.ok(await page.locator('#findings details p').count() > 2)
})

test('each format has a rule to show', () => {
  const shown = new Set(examples.rules.map((r) => r.format))
  assert.deepEqual(examples.formats.filter((f) => !shown.has(f.name)), [])
})

test('it loads, and asks for nothing but its own files', async (t) => {
  const before = server.requests.length
  const page = await openPage(t, '#rule=schema/not-allowed')
  const loading = await page.evaluate(() => performance.getEntriesByName('check').map((e) => e.startTime + e.duration)[0])
  console.log(`loaded, and the first file checked, in ${loading.toFixed(0)} ms`)
  const loaded = server.requests.slice(before)
  assert.deepEqual(loaded.sort(), ['/app.js', '/engine.wasm.deflate', '/index.html', '/style.css', '/theme.js', '/worker.js'])
  const times = []
  await page.locator('.cm-content').focus()
  await page.keyboard.press('ControlOrMeta+End')
  for (const char of 'What a reader types.') {
    await page.keyboard.type(char)
    await checked(page)
    times.push(await page.evaluate(() => performance.getEntriesByName('check')[0].duration))
  }
  times.sort((a, b) => a - b)
  console.log(`a keystroke in ${(await textOf(page)).length} visible characters is checked in ${times[times.length / 2].toFixed(1)} ms (median), ${times.at(-1).toFixed(1)} ms (longest)`)
  await page.click('#share')
  await page.locator('#findings summary').first().click()
  await page.locator('#findings details p').first().waitFor()
  assert.equal(server.requests.length - before, loaded.length, 'requests after the page was loaded')
})

test('the policy allows nothing inline and no other host', async (t) => {
  const page = await openPage(t)
  const refused = await page.evaluate(async () => {
    const violations = []
    document.addEventListener('securitypolicyviolation', (event) => violations.includes(event.effectiveDirective) || violations.push(event.effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'window.broken = true'
    document.body.append(script)
    document.body.setAttribute('onclick', 'window.broken = true')
    document.body.click()
    await fetch('https://example.org/').catch(() => {})
    await new Promise((done) => setTimeout(done))
    return { violations: violations.filter((name) => name !== 'script-src-attr'), broken: window.broken }
  })
  page.complaints.length = 0 // the console tells of each
  assert.deepEqual(refused, { violations: ['script-src-elem', 'connect-src'], broken: undefined })
})

test('each example shows its rule, or passes', async (t) => {
  const page = await openPage(t)
  let shown = 0
  for (const format of examples.formats) {
    await page.selectOption('#format', format.name)
    for (const option of await page.locator('#example option').evaluateAll((all) => all.map((o) => o.value))) {
      await page.selectOption('#example', option)
      await checked(page)
      const [kind, index] = option.split(' ')
      if (kind === 'complete') {
        const { title } = examples.complete[index]
        const unfilled = (rule) => rule === 'placeholder' || rule === 'handoff/unfinished-section'
        assert.ok(!title.includes('skeleton') || (await rulesOf(page)).some(unfilled), format.name)
        continue
      }
      const { rule, good } = examples.rules[index]
      assert.ok((await rulesOf(page)).includes(rule), `${rule} is not among ${await rulesOf(page)}`)
      if (good) {
        await page.check('[name=variant][value=good]')
        await checked(page)
        assert.deepEqual(await rulesOf(page), [], rule)
      }
      shown++
    }
  }
  assert.equal(shown, examples.rules.length)
})

test('each rule that is shown has a page', () => {
  for (const { rule } of examples.rules) assert.ok(existsSync(path.join(root, 'docs/rules', `${rule}.md`)), rule)
})

const status = '{"version": 1, "summary": "Found the cause of the failed login in session.go", "detail": "see session.go", "data": {"branch": 7}}'

test('a click fixes, and undo takes it back', async (t) => {
  const page = await openPage(t, link({ open: 'kelos-handoff.json', files: { 'kelos-handoff.json': '\n' } }))
  await setText(page, status)
  const before = await textOf(page)
  const rules = await rulesOf(page)
  await page.locator('#findings .fix').first().click()
  await checked(page)
  assert.notEqual(await textOf(page), before)
  assert.ok((await rulesOf(page)).length < rules.length)
  await page.locator('.cm-content').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await checked(page)
  assert.equal(await textOf(page), before)
  await page.click('#fix-all')
  await page.locator('#notice', { hasText: 'fixed' }).waitFor()
  await checked(page)
  assert.equal(await page.locator('#findings .fix').count(), 0)
})

test('findings are beside their line, and a click leads there', async (t) => {
  const page = await openPage(t, link({ open: 'kelos-handoff.json', files: { 'kelos-handoff.json': '{\n  "version": 1,\n  "summary": "\u{1F600} Found the cause",\n  "data": {"\u{1F600}": 7}\n}\n' } }))
  const marked = await page.locator('.cm-lintRange').allTextContents()
  assert.deepEqual(marked, ['7'])
  assert.equal(await page.locator('.cm-lint-marker').count(), 1)
  await page.locator('#findings .place').first().click()
  const selected = await page.evaluate(() => {
    const selection = document.getElementById('editor').shadowRoot.getSelection?.() ?? getSelection()
    return selection.anchorNode.parentElement.closest('.cm-line').textContent
  })
  assert.match(selected, /"data"/)
})

test('a link holds the files, and opens them', async (t) => {
  const page = await openPage(t)
  await page.fill('#path', 'docs/context/1717500000-a b.json')
  await page.keyboard.press('Tab')
  await setText(page, '{"task_id": "caf\u00e9 \u{1F600} </script>"}')
  await page.click('#share')
  await page.locator('#notice', { hasText: 'copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, page.url())
  const other = await openPage(t, new URL(copied).hash)
  await other.locator('#notice', { hasText: 'come from a link' }).waitFor()
  await checked(other)
  assert.equal(await other.inputValue('#path'), 'docs/context/1717500000-a b.json')
  assert.equal(await textOf(other), await textOf(page))
  assert.deepEqual(await rulesOf(other), await rulesOf(page))
})

test('a hostile link is refused, or is text', async (t) => {
  const html = '<img src=x onerror="window.broken=1">'
  const refused = await openPage(t)
  for (const [name, hash] of Object.entries({
    'not base64': '#1%%%',
    'another version': '#2abc',
    'cut off': link({ open: 'a', files: { a: 'b' } }).slice(0, -4),
    'not JSON': link('{'),
    'no object': link('null'),
    'no files': link({ open: 'a' }),
    'no such file': link({ open: 'a', files: { b: '' } }),
    'no path': link({ open: 'a', files: { a: '', '..': '' } }),
    'a number': link({ open: 'a', files: { a: 1 } }),
    'many files': link({ open: '0', files: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [String(i), ''])) }),
    'a bomb': link({ open: 'a', files: { a: 'x'.repeat(30 << 20) } }),
    'too long': '#1' + 'a'.repeat(200_000),
  })) {
    await refused.evaluate((hash) => {
      document.getElementById('notice').textContent = ''
      location.hash = hash
    }, hash)
    await refused.waitForFunction(() => document.getElementById('notice').textContent !== '')
    assert.match(await refused.textContent('#notice'), /^The link cannot be opened: /, name)
  }
  const page = await openPage(t, link(`{"open": "${html.replaceAll('"', "'")}", "files": {"${html.replaceAll('"', "'")}": ${JSON.stringify(html)}, "__proto__": "x", "../../etc/passwd": "y"}}`))
  await page.locator('#notice', { hasText: 'come from a link' }).waitFor()
  await checked(page)
  assert.equal(await page.evaluate(() => window.broken), undefined)
  assert.equal(await page.locator('img[src=x]').count(), 0)
  assert.equal(await textOf(page), html)
  assert.deepEqual(await page.locator('#tabs button').evaluateAll((tabs) => tabs.map((tab) => tab.title)), ["<img src=x onerror='window.broken=1'>", '__proto__', 'etc/passwd'])
})

test('files are added, renamed and removed', async (t) => {
  const page = await openPage(t, link({ open: 'agent-handoffs/s/01-a-report.md', files: { 'agent-handoffs/s/01-a-report.md': '# A\n' } }))
  await page.click('#add')
  await page.fill('#path', 'agent-handoffs/s/03-b-report.md')
  await page.keyboard.press('Tab')
  await checked(page)
  assert.ok((await rulesOf(page)).includes('session/sequence-gap'))
  await page.click('#remove')
  await checked(page)
  assert.ok(!(await rulesOf(page)).includes('session/sequence-gap'))
  assert.equal(await page.inputValue('#path'), 'agent-handoffs/s/01-a-report.md')
})

test('an engine that breaks is told of and started anew', async (t) => {
  const page = await openPage(t, '#rule=schema/not-allowed')
  await page.workers()[0].evaluate(() => {
    globalThis.handofflint.check = () => { throw new Error('unreachable executed') }
  })
  await page.keyboard.press('Tab')
  await page.locator('.cm-content').focus()
  await page.keyboard.type('x')
  await page.locator('#findings', { hasText: 'unreachable executed' }).waitFor()
  assert.equal(await page.textContent('#verdict'), 'Nothing was checked')
  await page.keyboard.type('y')
  await page.locator('#verdict', { hasText: /error|warning/ }).waitFor()
})

test('it follows the system and the choice on the site', async (t) => {
  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await openPage(t, '#handoff', { colorScheme: 'dark' })
  const light = await openPage(t, '#handoff', { colorScheme: 'light' })
  assert.notEqual(await background(dark), await background(light))
  await dark.evaluate(() => localStorage.setItem('vitepress-theme-appearance', 'light'))
  await dark.reload()
  await checked(dark)
  assert.equal(await background(dark), await background(light))
})

test('it fits a narrow phone', async (t) => {
  const page = await openPage(t, '#handoff', { viewport: { width: 320, height: 640 } })
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
})

test('the keyboard reaches everything, and leaves the editor', async (t) => {
  const page = await openPage(t)
  const reached = []
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.textContent))
  }
  for (const name of ['format', 'example', 'share', 'add', 'path', 'editor', 'place', 'Why']) {
    assert.ok(reached.includes(name), `${name} is not among ${reached}`)
  }
})

// The editor's parser of Markdown works on it for more than 25 seconds.
test('a link with a text that is slow to colour leaves the page alive', async (t) => {
  const path = 'agent-handoffs/s/01-a-report.md'
  const page = await openPage(t, link({ open: path, files: { [path]: '*_[`'.repeat(250_000) } }))
  assert.deepEqual(await rulesOf(page), ['syntax/front-matter'])
})
