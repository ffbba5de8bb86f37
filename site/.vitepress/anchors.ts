// VitePress finds links to pages that do not exist. This finds links to headings that
// do not.
import type { SiteConfig } from 'vitepress'

// ids are the anchors of each page, by the path of its file; links are those with an
// anchor, of which to is "" on the same page.
const ids = new Map<string, Set<string>>()
const links: { from: string; to: string; anchor: string }[] = []

export function noteAnchors(html: string, file: string) {
  ids.set(file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])))
  for (const [, to, anchor] of html.matchAll(/ href="([^":#]*)#([^"]+)"/g)) {
    links.push({ from: file, to, anchor: decodeURIComponent(anchor) })
  }
}

export function checkAnchors({ outDir, site }: SiteConfig) {
  const broken = links.filter(({ from, to, anchor }) => {
    // The playground's fragments name an example.
    if (to.startsWith(`${site.base}playground/`)) return false
    const file = to ? outDir + '/' + to.slice(site.base.length).replace(/(^|\/)$/, '$1index.html') : from
    return !ids.get(file)?.has(anchor)
  })
  if (broken.length > 0) {
    throw new Error('no such heading:\n' + broken.map(({ from, to, anchor }) => `${from}: ${to}#${anchor}`).join('\n'))
  }
}
