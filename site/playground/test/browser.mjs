// A server for a built site and a real Chromium, for the tests of the playground and of the
// site around it.

import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

const dist = path.join(import.meta.dirname, '../dist')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

// serve serves a folder below a path, as any static host does.
export async function serve(folder = dist, base = '/') {
  const requests = []
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html')
    requests.push(name)
    try {
      if (!name.startsWith(base)) throw new Error('outside of the site')
      const body = readFileSync(path.join(folder, path.normalize(name.slice(base.length - 1))))
      response.writeHead(200, { 'Content-Type': types[path.extname(name)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${server.address().port}${base}`, requests, close: () => server.close() }
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}
