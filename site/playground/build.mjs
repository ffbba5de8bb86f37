// Builds the playground into dist: the engine, the examples, the page.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import * as esbuild from 'esbuild'

const here = import.meta.dirname
const dist = path.join(here, 'dist')
const most = 4_500_000 // bytes of the engine, compressed

function go(args, env = {}) {
  return execFileSync('go', args, { cwd: here, env: { ...process.env, ...env }, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] })
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)

writeFileSync(path.join(here, 'src/examples.json'), go(['run', './examples', '../..']))

const engine = path.join(here, 'build', 'engine.wasm')
go(['build', '-trimpath', '-ldflags=-s -w', '-o', engine, './engine'], { GOOS: 'js', GOARCH: 'wasm' })
const code = readFileSync(engine)
const size = gzipSync(code, { level: 9 }).length
console.log(`engine: ${size} bytes compressed with gzip -9, ${code.length} without`)
if (size > most) throw new Error(`the engine may have ${most} bytes compressed`)
// Compressed by the build, since not every server does it; the worker unpacks it.
writeFileSync(path.join(dist, 'engine.wasm.deflate'), deflateSync(code, { level: 9 }))

execFileSync(path.join(here, 'node_modules/.bin/tsc'), { cwd: here, stdio: 'inherit' })
const { metafile } = await esbuild.build({
  entryPoints: ['app', 'worker', 'theme'].map((name) => path.join(here, 'src', `${name}.ts`)),
  outdir: dist,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2023',
  metafile: true,
  absWorkingDir: here,
  alias: { wasm_exec: path.join(String(go(['env', 'GOROOT'])).trim(), 'lib/wasm/wasm_exec.js') },
})
writeFileSync(path.join(dist, 'licenses.txt'), licenses())
copyFileSync(path.join(here, 'src/style.css'), path.join(dist, 'style.css'))
// A page of the engine has its style in it, and is under the policy of the page around it, too.
const style = createHash('sha256').update(readFileSync(path.join(here, '../../internal/audit/page.css'))).digest('base64')
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(path.join(here, '../icon.svg'), 'utf8'))}`
const page = readFileSync(path.join(here, 'src/index.html'), 'utf8').replace('AUDIT-STYLE', `sha256-${style}`).replaceAll('ICON', icon)
writeFileSync(path.join(dist, 'index.html'), page)

// licenses are those of all that the engine and the page are made of.
function licenses() {
  const modules = go(['list', '-deps', '-f', '{{with .Module}}{{.Path}} {{.Dir}}{{end}}', './engine'], { GOOS: 'js', GOARCH: 'wasm' })
  const packages = Object.keys(metafile.inputs).map((name) => name.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)).filter(Boolean)
  const folders = new Map([
    ...String(modules).trim().split('\n').map((line) => line.split(' ')).filter(([name]) => !name.startsWith('github.com/handofflint/')),
    ...packages.map(([folder, name]) => [name, path.join(here, folder)]),
  ])
  folders.set('Go', folders.get('golang.org/x/text')) // the same; some distributions of Go lack the file
  return [...folders].sort().map(([name, folder]) => {
    const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)/i.test(entry))
    if (!file) throw new Error(`${name} has no license in ${folder}`)
    return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8')}`
  }).join(`\n${'-'.repeat(72)}\n\n`)
}
