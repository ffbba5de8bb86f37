// Every page of the built site in a real browser, on a screen and on a phone, light and dark: it
// loads without a complaint, fits the width, its letters are readable, its links lead somewhere.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { launch, serve } from '../playground/test/browser.mjs'

const dist = path.join(import.meta.dirname, '../dist')
const base = '/handofflint/'
const widths = [1280, 390]
const schemes = ['light', 'dark']
const tabs = 3

// ready reports whether the page in the browser has run its scripts and drawn its diagrams, light
// or dark.
function ready(scheme = 'light') {
  if (document.documentElement.classList.contains('dark') !== (scheme === 'dark')) return false
  const results = document.getElementById('results') // of the playground
  if (results) return results.ariaBusy === 'false'
  return document.getElementById('app').__vue_app__ !== undefined && document.querySelector('pre.diagram') === null
}

// faults runs in the browser and returns what is wrong at its width.
function faults() {
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const inScroller = (element) => element !== null && (scrolls(element) || inScroller(element.parentElement))
  const found = []
  if (document.documentElement.scrollWidth > innerWidth) {
    found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`)
  }
  for (const element of document.querySelectorAll('main *')) {
    const { width, right } = element.getBoundingClientRect()
    if (width > 0 && right > innerWidth + 1 && !inScroller(element)) {
      found.push(`<${element.localName}> is cut: ${element.textContent.slice(0, 50)}`)
      break // what is in it is cut, too
    }
  }
  for (const box of document.querySelectorAll('.diagram foreignObject')) {
    if (box.firstElementChild?.getBoundingClientRect().height > box.getBoundingClientRect().height + 1) {
      found.push(`the box of a diagram cuts its text: ${box.textContent.slice(0, 50)}`)
    }
  }
  const read = (text, letters) => {
    if (!(letters >= 12)) found.push(`the letters of "${text.slice(0, 50)}" are ${letters} pixels high`)
  }
  for (const image of document.querySelectorAll('main img')) {
    // Letters in pictures are 13 pixels high. A click enlarges a picture that is wider than the page.
    if (image.naturalWidth < Math.min(720, innerWidth)) read(image.alt, 13 * image.getBoundingClientRect().width / image.naturalWidth)
  }
  for (const element of document.querySelectorAll('body *')) {
    const text = Array.from(element.childNodes, (node) => node.nodeType === Node.TEXT_NODE ? node.data.trim() : '').join('')
    const drawn = element.closest('foreignObject')?.getScreenCTM().a ?? 1
    if (text !== '' && element.checkVisibility()) read(text, parseFloat(getComputedStyle(element).fontSize) * drawn)
  }
  return found
}

// look opens a page at each width in light and dark, and returns what is wrong and where its links lead.
async function look(tab, url) {
  const found = []
  const complain = (text) => found.push(text)
  const onConsole = (message) => complain(`console: ${message.text()}`)
  const onError = (error) => complain(`error: ${error.message}`)
  const onResponse = (response) => response.ok() || complain(`${response.status()}: ${response.url()}`)
  const listeners = { console: onConsole, pageerror: onError, response: onResponse }
  for (const [event, listener] of Object.entries(listeners)) tab.on(event, listener)
  await tab.goto(url)
  for (const colorScheme of schemes) {
    await tab.emulateMedia({ colorScheme })
    await tab.waitForFunction(ready, colorScheme).catch((error) => complain(error.message))
    for (const width of widths) {
      await tab.setViewportSize({ width, height: 800 })
      for (const fault of await tab.evaluate(faults)) complain(`${colorScheme}, at ${width} pixels: ${fault}`)
    }
  }
  const links = await tab.evaluate(() => Array.from(document.links, (link) => link.href))
  for (const [event, listener] of Object.entries(listeners)) tab.off(event, listener)
  return { found, links }
}

// target is the file in dist that a link of the site leads to.
function target(link) {
  const name = decodeURIComponent(new URL(link).pathname).slice(base.length)
  return path.join(dist, name === '' || name.endsWith('/') ? name + 'index.html' : name)
}

test('every page loads, fits and leads somewhere', async (t) => {
  const server = await serve(dist, base)
  const browser = await launch()
  t.after(async () => {
    await browser.close()
    server.close()
  })
  const pages = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.html'))
  assert.ok(pages.length > 100, `${pages.length} pages`)
  const context = await browser.newContext()
  const wrong = []
  const next = pages.values()
  await Promise.all(Array.from({ length: tabs }, async () => {
    const tab = await context.newPage()
    for (const name of next) {
      const { found, links } = await look(tab, server.url + name.replaceAll('\\', '/'))
      const dead = links.filter((link) => link.startsWith(server.url) && !existsSync(target(link)))
      for (const fault of [...found, ...dead.map((link) => `no page ${link}`)]) wrong.push(`${name}: ${fault}`)
    }
  }))
  assert.ok(wrong.length === 0, wrong.join('\n'))
})

test('the first page leads to the playground and to a finding, also on a phone', async (t) => {
  const server = await serve(dist, base)
  const browser = await launch()
  t.after(async () => {
    await browser.close()
    server.close()
  })
  const tab = await browser.newPage({ viewport: { width: 390, height: 800 } })
  await tab.goto(server.url)
  await tab.waitForFunction(ready)
  await tab.click('.VPNavBarHamburger')
  await tab.click('.VPNavScreen a:has-text("Playground")')
  await tab.waitForURL('**/playground/')
  await tab.waitForFunction(ready)
  assert.match(await tab.textContent('#verdict'), /error/)

  const start = Date.now()
  await tab.goto(server.url)
  await tab.click('.VPHero a:has-text("See a sample")')
  await tab.frameLocator('#audit').getByText('tests failed').waitFor()
  console.log(`from the first page to a finding in ${Date.now() - start} ms`)
})

test('buttons copy commands, without what they print', async (t) => {
  const server = await serve(dist, base)
  const browser = await launch()
  t.after(async () => {
    await browser.close()
    server.close()
  })
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const tab = await context.newPage()
  await tab.goto(server.url)
  await tab.waitForFunction(ready)
  const copied = async (block) => {
    await tab.hover(block)
    await tab.click(`${block} > button.copy`)
    await tab.locator(`${block} > button.copied`).waitFor()
    return tab.evaluate(() => navigator.clipboard.readText())
  }
  const page = readFileSync(path.join(import.meta.dirname, '../index.md'), 'utf8')
  const commands = page.match(/commands: \|\n((?: {4}.*\n)+)/)[1]
  assert.equal(await copied('.try .language-sh'), commands.replace(/^ {4}/gm, '').trim())
  assert.equal(await copied('.language-shell-session'), 'handofflint audit --all')
})
