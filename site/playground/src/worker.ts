// The worker runs the engine: the page stays responsive, and an engine that breaks can be
// started anew.

import * as files from './files'
import type { Request, Reply } from './engine'

Object.assign(globalThis, { fs: files.fs, path: files.path, process: files.process })

type Call = (argument: string) => string

async function start(module: WebAssembly.Module): Promise<void> {
  await import('wasm_exec') // Go's own script, which takes fs, path and process from the globals
  const go = new (globalThis as any).Go()
  const instance = await WebAssembly.instantiate(module, go.importObject)
  go.run(instance).then(() => reply({ broken: 'it has ended' }))
}

function reply(message: Reply): void {
  postMessage(message)
}

// step is after how many bytes the page is told how many were read.
const step = 1 << 20

function answer(request: Request): void {
  const now = Date.now()
  let told = 0
  files.watch((read) => {
    if (read - told < step) return
    told = read
    reply({ id: request.id, read })
  })
  if (request.files) {
    files.write(request.files.map(([path, data, mtimeMs]) => [path, data, mtimeMs ?? now]))
  }
  const call: Call = (globalThis as any).handofflint[request.call]
  reply({ id: request.id, answer: JSON.parse(call(request.argument)) })
}

onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Request>) => {
  try {
    if (data instanceof WebAssembly.Module) {
      await start(data)
      reply({ ready: true })
    } else {
      answer(data)
    }
  } catch (error) {
    reply({ broken: String(error) })
  }
}
