// The playground finds what the command line finds: in every example and every case of a
// rule, each of their files is named to both, with the files beside it.

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { launch, serve } from './browser.mjs'
import { cases, root } from './cases.mjs'

const temporary = mkdtempSync(path.join(os.tmpdir(), 'playground-'))
const program = path.join(temporary, 'bin', 'handofflint')
const lanes = os.availableParallelism() // folders that are compared at once
let server, browser, page

before(async () => {
  execFileSync('go', ['build', '-o', program, './cmd/handofflint'], { cwd: root })
  server = await serve()
  browser = await launch()
  page = await browser.newPage()
  await page.goto(server.url + 'style.css') // of the same host, without a policy
  await page.evaluate(async (lanes) => {
    // Engines of their own, without the page around them.
    const packed = (await fetch('engine.wasm.deflate')).body.pipeThrough(new DecompressionStream('deflate'))
    const module = await WebAssembly.compile(await new Response(packed).arrayBuffer())
    const workers = Array.from({ length: lanes }, () => new Worker('worker.js'))
    const next = (worker) => new Promise((done) => (worker.onmessage = ({ data }) => 'read' in data || done(data)))
    for (const worker of workers) worker.postMessage(module)
    await Promise.all(workers.map(next))
    window.check = async (lane, files, names) => {
      const worker = workers[lane]
      const answers = []
      for (const name of names) {
        const request = { id: 1, call: 'check', argument: name }
        request.files = files.map(([path, data, mtime]) => [path, Uint8Array.from(atob(data), (c) => c.charCodeAt(0)), mtime])
        worker.postMessage(request)
        answers.push(await next(worker))
      }
      return answers
    }
  }, lanes)
})

after(async () => {
  await browser?.close()
  server?.close()
  rmSync(temporary, { recursive: true, force: true })
})

// run runs the command line in a folder.
function run(folder, name) {
  const env = { PATH: process.env.PATH, HOME: temporary, XDG_CONFIG_HOME: '' }
  return new Promise((done, failed) => {
    execFile(program, ['check', '-f', 'json', '--no-failure-log', name, '.'], { cwd: folder, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') failed(error)
      else if (stdout === '') failed(new Error(`${folder} ${name}: ${stderr}`))
      else done({ exit: error?.code ?? 0, report: JSON.parse(stdout) })
    })
  })
}

// compared is what has to be equal. The version is that of the build; what is disabled is of
// configurations, which the playground has none of, and of ignore files, whose effect shows.
function compared({ exit, report: { summary: { disabled, ...summary }, findings } }) {
  return { exit, summary, findings }
}

test('findings, counts and exit codes are those of the command line', async () => {
  const now = Math.floor(Date.now() / 1000)
  let checked = 0
  let findings = 0
  const rules = new Set()

  async function compare({ name, files }, number, lane) {
    const folder = path.join(temporary, String(number))
    mkdirSync(folder)
    for (const [file, { data, age }] of files) {
      const at = path.join(folder, file)
      mkdirSync(path.dirname(at), { recursive: true })
      writeFileSync(at, data)
      utimesSync(at, now - age, now - age)
    }
    const names = [...files.keys()]
    const given = [...files].map(([file, { data, age }]) => [file, data.toString('base64'), (now - age) * 1000])
    const here = page.evaluate(([lane, given, names]) => window.check(lane, given, names), [lane, given, names])
    const there = []
    for (const file of names) there.push(await run(folder, file))
    for (const [i, { answer, broken }] of (await here).entries()) {
      assert.deepEqual(answer && compared(answer), compared(there[i]), `${name}: ${names[i]} ${broken ?? ''}`)
      checked++
      findings += there[i].report.findings.length
      for (const f of there[i].report.findings) rules.add(f.rule)
    }
    rmSync(folder, { recursive: true })
  }

  let number = 0
  const left = cases()
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => {
    for (let one; (one = left.next().value); ) await compare(one, number++, lane)
  }))
  console.log(`${number} folders, ${checked} files: ${findings} findings of ${rules.size} rules are equal`)
  assert.ok(number > 1000 && findings > 2000)
})
