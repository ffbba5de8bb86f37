// The file system that the engine sees: the files of the playground, in memory, under a
// folder of their own. It has what Go's package syscall asks of Node's `fs` for reading.

type Callback = (error: Error | null, result?: unknown) => void

interface Entry {
  data: Uint8Array
  mtimeMs: number
}

export const folder = '/playground'

const files = new Map<string, Entry>()
const folders = new Map<string, Set<string>>()
const open = new Map<number, { name: string; position: number }>()
let descriptors = 100
let read = 0
let told: (bytes: number) => void = () => {}

// watch tells how many bytes were read since.
export function watch(tell: (bytes: number) => void): void {
  read = 0
  told = tell
}

// write replaces all files. Paths are relative to the folder.
export function write(entries: Iterable<[path: string, data: Uint8Array, mtimeMs: number]>): void {
  files.clear()
  folders.clear()
  inodes.clear()
  folders.set('/', new Set())
  addFolder(folder)
  for (const [path, data, mtimeMs] of entries) {
    const name = `${folder}/${path}`
    files.set(name, { data, mtimeMs })
    addFolder(parent(name)).add(base(name))
  }
}

function addFolder(path: string): Set<string> {
  let names = folders.get(path)
  if (!names) {
    names = new Set()
    folders.set(path, names)
    addFolder(parent(path)).add(base(path))
  }
  return names
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function base(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function resolve(path: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return '/' + parts.join('/')
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

// A path through a file, such as a.md/b, is an error of its own.
function missing(name: string): Error {
  for (let at = parent(name); at !== '/'; at = parent(at)) {
    if (files.has(at)) return failure('ENOTDIR')
  }
  return failure('ENOENT')
}

function stat(path: string): object {
  const name = resolve(path)
  const file = files.get(name)
  if (!file && !folders.has(name)) throw missing(name)
  const mtimeMs = Math.floor(file?.mtimeMs ?? 0)
  return {
    dev: 1, ino: inode(name), mode: file ? 0o100644 : 0o40755, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: file?.data.length ?? 0, blksize: 4096, blocks: 0, atimeMs: mtimeMs, mtimeMs, ctimeMs: mtimeMs,
    isDirectory: () => !file,
  }
}

const inodes = new Map<string, number>()

function inode(name: string): number {
  if (!inodes.has(name)) inodes.set(name, inodes.size + 1)
  return inodes.get(name)!
}

// answer calls back at once: no call of a file in memory waits.
function answer(callback: Callback, result: () => unknown): void {
  let value: unknown
  try {
    value = result()
  } catch (error) {
    callback(error as Error)
    return
  }
  callback(null, value)
}

const unsupported = (...args: unknown[]) => (args.at(-1) as Callback)(failure('ENOSYS'))

export const fs = {
  constants: { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 },

  stat: (path: string, callback: Callback) => answer(callback, () => stat(path)),
  lstat: (path: string, callback: Callback) => answer(callback, () => stat(path)),
  fstat: (fd: number, callback: Callback) => answer(callback, () => stat(open.get(fd)!.name)),
  readlink: (_path: string, callback: Callback) => callback(failure('EINVAL')), // there are no links

  open: (path: string, flags: number, _mode: number, callback: Callback) =>
    answer(callback, () => {
      if (flags & 3) throw failure('EROFS')
      stat(path)
      open.set(++descriptors, { name: resolve(path), position: 0 })
      return descriptors
    }),
  close: (fd: number, callback: Callback) => answer(callback, () => void open.delete(fd)),

  read: (fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Callback) =>
    answer(callback, () => {
      const at = open.get(fd)!
      const file = files.get(at.name)
      if (!file) throw failure('EISDIR')
      const start = position ?? at.position
      const part = file.data.subarray(start, start + length)
      buffer.set(part, offset)
      if (position === null) at.position += part.length
      read += part.length
      told(read)
      return part.length
    }),
  readdir: (path: string, callback: Callback) =>
    answer(callback, () => {
      const names = folders.get(resolve(path))
      if (!names) throw failure('ENOTDIR')
      return [...names].sort()
    }),

  // What a Go program says before it ends, as with a panic.
  writeSync(_fd: number, data: Uint8Array): number {
    console.error(new TextDecoder().decode(data))
    return data.length
  },
  write(fd: number, data: Uint8Array, _offset: number, _length: number, _position: number | null, callback: Callback) {
    callback(null, fs.writeSync(fd, data))
  },

  chmod: unsupported, chown: unsupported, fchmod: unsupported, fchown: unsupported, fsync: unsupported,
  ftruncate: unsupported, lchown: unsupported, link: unsupported, mkdir: unsupported, rename: unsupported,
  rmdir: unsupported, symlink: unsupported, truncate: unsupported, unlink: unsupported, utimes: unsupported,
}

export const path = { resolve: (...parts: string[]) => resolve(parts.join('/')) }

export const process = {
  getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => [],
  pid: -1, ppid: -1, umask: () => 0, cwd: () => folder, chdir: () => { throw failure('ENOSYS') },
}
