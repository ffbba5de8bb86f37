// The files of the repository's examples and of the rules' cases, as a folder holds them.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../../..')

// cases yields folders: a name, and files with their bytes and how old they are in seconds.
export function* cases() {
  yield { name: 'examples', files: folder(path.join(root, 'testdata/examples')) }
  const rules = path.join(root, 'testdata/rules')
  const names = readdirSync(rules, { recursive: true }).filter((name) => /^(bad|good)$/.test(path.basename(name))).sort()
  for (const name of names) {
    for (const entry of readdirSync(path.join(rules, name)).sort()) {
      if (entry.endsWith('.want')) continue
      const at = path.join(rules, name, entry)
      yield { name: `${name}/${entry}`, files: entry.endsWith('.txtar') ? archive(at) : new Map([[entry, file(at)]]) }
    }
  }
}

function file(at) {
  return { data: readFileSync(at), age: 3600 }
}

function folder(at) {
  const names = readdirSync(at, { recursive: true }).filter((name) => statSync(path.join(at, name)).isFile()).sort()
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), file(path.join(at, name))]))
}

// archive reads a case of several files, and builds it: the text before the first file says how.
function archive(at) {
  const [directives, ...parts] = readFileSync(at, 'utf8').split(/^-- (\S.*) --\r?\n/m)
  const files = new Map()
  for (let i = 0; i < parts.length; i += 2) files.set(parts[i], { data: Buffer.from(parts[i + 1]), age: 3600 })
  files.delete('want')
  build(directives, files)
  return files
}

const seconds = { s: 1, m: 60, h: 3600 }

// build carries out the directives of a case that are about bytes, names and times of files:
// a browser has neither links, pipes and permissions nor git.
function build(directives, files) {
  const steps = directives.matchAll(/^(bytes|size|rename|remove|mtime|cut): (\S+) ?(.*?)\r?$/gm)
  const late = []
  for (const [, what, name, argument] of steps) {
    const known = files.get(name) ?? { data: Buffer.alloc(0), age: 3600 }
    if (what === 'bytes') files.set(name, { data: unquote(argument), age: 3600 })
    if (what === 'size') files.set(name, { data: Buffer.concat([known.data, Buffer.alloc(Number(argument) - known.data.length, ' ')]), age: 3600 })
    if (what === 'cut') files.set(name, { ...known, data: known.data.subarray(0, -1) })
    if (what === 'rename') files.set(argument, known)
    if (what === 'rename' || what === 'remove') files.delete(name)
    if (what === 'mtime') late.push(() => files.set(name, { ...files.get(name), age: -Number(argument.slice(0, -1)) * seconds[argument.at(-1)] }))
  }
  for (const step of late) step()
}

// unquote reads a string in quotes as Go writes it.
function unquote(quoted) {
  const parts = []
  for (const [all, hex, escape] of quoted.slice(1, -1).matchAll(/\\x(..)|\\(.)|[^\\]+/g)) {
    if (hex) parts.push(Buffer.from(hex, 'hex'))
    else parts.push(Buffer.from(escape ? { n: '\n', r: '\r', t: '\t' }[escape] ?? escape : all))
  }
  return Buffer.concat(parts)
}
