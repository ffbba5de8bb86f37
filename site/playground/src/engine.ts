// The engine as the page sees it: questions to a worker, one after another.

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

export type File = [path: string, data: Uint8Array, mtimeMs?: number]

export interface Request {
  id: number
  call: 'check' | 'fix' | 'explain'
  argument: string
  files?: File[]
}

export type Reply = { ready: true } | { broken: string } | { id: number; answer: unknown }

// longest is how long the engine may work on one question: a check of the largest file
// takes less than a second.
const longest = 15_000

export class Engine {
  private worker!: Worker
  private ready!: Promise<void>
  private waiting = new Map<number, { done: (answer: any) => void; failed: (error: Error) => void }>()
  private last = 0
  private stopped = false

  constructor(private readonly script: string) {
    this.start()
  }

  check(files: File[], path: string): Promise<Checked> {
    return this.ask('check', path, files)
  }

  fix(files: File[], path: string): Promise<Fixed> {
    return this.ask('fix', path, files)
  }

  explain(rule: string): Promise<Explanation> {
    return this.ask('explain', rule)
  }

  private start(): void {
    const worker = new Worker(this.script)
    this.worker = worker
    this.ready = new Promise((done, failed) => {
      worker.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
        if ('ready' in reply) done()
        else if ('broken' in reply) this.broke(reply.broken, failed)
        else {
          this.waiting.get(reply.id)?.done(reply.answer)
          this.waiting.delete(reply.id)
        }
      }
      worker.onerror = (event) => this.broke(event.message || 'the engine cannot be loaded', failed)
    })
    this.ready.catch(() => {}) // whoever asks is told
  }

  // broke fails all that was asked, and has the next question start a new engine.
  private broke(reason: string, failed?: (error: Error) => void): void {
    this.worker.terminate()
    const error = new Error(reason)
    failed?.(error)
    for (const { failed } of this.waiting.values()) failed(error)
    this.waiting.clear()
    this.stopped = true
  }

  private async ask<T>(call: Request['call'], argument: string, files?: File[]): Promise<T> {
    if (this.stopped) {
      this.stopped = false
      this.start()
    }
    await this.ready
    const id = ++this.last
    const timer = setTimeout(() => this.broke(`the engine had no answer within ${longest / 1000} seconds`), longest)
    try {
      const answer: any = await new Promise((done, failed) => {
        this.waiting.set(id, { done, failed })
        this.worker.postMessage({ id, call, argument, files } satisfies Request)
      })
      if (answer.error) throw new Error(answer.error)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }
}
