// The worker runs the engine: the page stays responsive, and an engine that breaks can be
// started anew.

import * as files from './files'
import type { Request, Reply } from './engine'

Object.assign(globalThis, { fs: files.fs, path: files.path, process: files.process })

type Call = (argument: string) => string

async function start(): Promise<void> {
  await import('wasm_exec') // Go's own script, which takes fs, path and process from the globals
  const go = new (globalThis as any).Go()
  const packed = await fetch('engine.wasm.deflate')
  if (!packed.ok) throw new Error(`the engine cannot be loaded: ${packed.status} ${packed.statusText}`)
  const code = packed.body!.pipeThrough(new DecompressionStream('deflate'))
  const wasm = new Response(code, { headers: { 'Content-Type': 'application/wasm' } })
  const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject)
  go.run(instance).then(() => reply({ broken: 'the engine has ended' }))
}

function reply(message: Reply): void {
  postMessage(message)
}

onmessage = ({ data: request }: MessageEvent<Request>) => {
  try {
    const now = Date.now()
    if (request.files) {
      files.write(request.files.map(([path, data, mtimeMs]) => [path, data, mtimeMs ?? now]))
    }
    const call: Call = (globalThis as any).handofflint[request.call]
    reply({ id: request.id, answer: JSON.parse(call(request.argument)) })
  } catch (error) {
    reply({ broken: String(error) })
  }
}

start().then(
  () => reply({ ready: true }),
  (error) => reply({ broken: String(error) }),
)
