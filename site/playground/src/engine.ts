// The engine as the page sees it: questions to a worker, one after another. Once the engine is
// here, neither the page nor the worker can load or send anything.

export interface Region {
  line: number
  column: number
  end_line: number
  end_column: number
}

export interface Edit extends Region {
  new_text: string
}

// A finding as `handofflint check -f json` writes it.
export interface Finding extends Region {
  rule: string
  severity: 'error' | 'warning'
  path: string
  pointer: string
  message: string
  help: string
  url: string
  related: (Region & { path: string; message: string })[]
  fix?: { message: string; edits: Edit[] }
}

export interface Checked {
  report: { summary: { files: number; passed: number; errors: number; warnings: number; skipped: number; suppressed: number }; findings: Finding[] }
  exit: number
  formats: Record<string, string>
}

export interface Fixed {
  text: string
  fixed: number
  left: string
}

export interface Explanation {
  summary: string
  why: string
  bad: string
  good: string
}

export interface Audited {
  page: string
  unread: string[]
}

export type File = [path: string, data: Uint8Array, mtimeMs?: number]

export interface Request {
  id: number
  call: 'check' | 'fix' | 'explain' | 'audit'
  argument: string
  files?: File[]
}

export type Reply = { ready: true } | { broken: string } | { id: number; read: number } | { id: number; answer: unknown }

// longest is how long the engine may work on one question, in seconds: a check of the largest file
// takes less than one, and a session of 50 MB less than ten.
const longest = { check: 15, fix: 15, explain: 15, audit: 120 }

// Program is what a worker is started with.
interface Program {
  script: string
  module: WebAssembly.Module
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(name)
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.statusText}`)
  return response
}

// load loads all that a worker needs. A worker of a blob has the policy of the page.
async function load(): Promise<Program> {
  const [packed, script] = await Promise.all([fetched('engine.wasm.deflate'), fetched('worker.js')])
  const code = packed.body!.pipeThrough(new DecompressionStream('deflate'))
  const wasm = new Response(code, { headers: { 'Content-Type': 'application/wasm' } })
  const module = await WebAssembly.compileStreaming(wasm)
  const program = { script: URL.createObjectURL(await script.blob()), module }
  forbidLoading()
  return program
}

// forbidLoading adds the policy of the page without its own host: a browser enforces both, and a
// list of sources that is empty allows none.
function forbidLoading(): void {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')!
  const strict = policy.cloneNode() as HTMLMetaElement
  strict.content = policy.content.replaceAll(" 'self'", '')
  document.head.append(strict)
}

interface Question {
  done: (answer: any) => void
  failed: (error: Error) => void
  progress?: (read: number) => void
}

export class Engine {
  private program?: Promise<Program>
  private worker?: Worker
  private ready?: Promise<void>
  private waiting = new Map<number, Question>()
  private last = 0

  check(files: File[], path: string): Promise<Checked> {
    return this.ask('check', path, files)
  }

  fix(files: File[], path: string): Promise<Fixed> {
    return this.ask('fix', path, files)
  }

  explain(rule: string): Promise<Explanation> {
    return this.ask('explain', rule)
  }

  // audit reads transcripts. progress is told how many bytes were read.
  audit(files: File[], path: string, progress: (read: number) => void): Promise<Audited> {
    return this.ask('audit', path, files, progress)
  }

  private async start(): Promise<void> {
    this.program ??= load()
    try {
      const { script, module } = await this.program
      await this.startWorker(script, module)
    } catch (error) {
      if (!this.worker) this.program = undefined
      this.ready = undefined
      throw error
    }
  }

  private startWorker(script: string, module: WebAssembly.Module): Promise<void> {
    const worker = new Worker(script)
    this.worker = worker
    return new Promise((done, failed) => {
      worker.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
        if ('ready' in reply) done()
        else if ('broken' in reply) this.broke(reply.broken, failed)
        else if ('read' in reply) this.waiting.get(reply.id)?.progress?.(reply.read)
        else {
          this.waiting.get(reply.id)?.done(reply.answer)
          this.waiting.delete(reply.id)
        }
      }
      worker.onerror = (event) => this.broke(event.message || 'the engine cannot be loaded', failed)
      worker.postMessage(module)
    })
  }

  // broke fails all that was asked, and has the next question start a new worker.
  private broke(reason: string, failed?: (error: Error) => void): void {
    this.worker?.terminate()
    this.ready = undefined
    const error = new Error(`The engine has failed, and is started anew for the next question: ${reason}`)
    failed?.(error)
    for (const { failed } of this.waiting.values()) failed(error)
    this.waiting.clear()
  }

  private async ask<T>(call: Request['call'], argument: string, files?: File[], progress?: Question['progress']): Promise<T> {
    this.ready ??= this.start()
    await this.ready
    const id = ++this.last
    const timer = setTimeout(() => this.broke(`no answer within ${longest[call]} seconds`), 1000 * longest[call])
    try {
      const answer: any = await new Promise((done, failed) => {
        this.waiting.set(id, { done, failed, progress })
        this.worker!.postMessage({ id, call, argument, files } satisfies Request)
      })
      if (answer.error) throw new Error(answer.error)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }
}
