import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig, type DefaultTheme, type MarkdownOptions } from 'vitepress'
import { checkAnchors, noteAnchors } from './anchors'

const root = path.resolve(import.meta.dirname, '../..')
const repository = 'https://github.com/handofflint/handofflint'
const address = 'https://handofflint.github.io'
const base = '/handofflint/'

const playground = path.join(import.meta.dirname, '../playground/dist')
if (!existsSync(playground)) throw new Error('The site has a playground, which was not built: run `npm run build` in site/playground before, or `make site`.')

// examples are the rules of which the playground has one.
const examples = new Set((read('site/playground/src/examples.json').match(/"rule":\s*"[^"]+"/g) ?? []).map((r) => r.split('"')[3]))

const icon = `data:image/svg+xml,${encodeURIComponent(read('site/icon.svg'))}`

// page is the page of the site that a file of the repository becomes, if it does.
function page(file: string): string | undefined {
  if (file === 'site/index.md') return 'index.md'
  if (file === 'README.md') return 'start.md'
  if (file === 'CHANGELOG.md') return 'changelog.md'
  if (file.startsWith('docs/') && file.endsWith('.md')) return file.slice('docs/'.length).replace(/README\.md$/, 'index.md')
}

// links makes the links of the repository's files lead to the site's pages, or to
// the repository for what is not a page.
const links: MarkdownOptions['config'] = (md) => {
  const render = md.renderer.rules.link_open!
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href')!
    if (href.startsWith(address)) {
      // A page that is not made of Markdown: the router has to leave it to the browser.
      tokens[index].attrSet('href', href.slice(address.length))
      tokens[index].attrSet('target', '_self')
    } else if (!/^([a-z]+:|#)/.test(href)) {
      const [name, anchor] = href.split('#')
      const file = path.posix.join(path.posix.dirname(path.relative(root, env.realPath ?? env.path)), name)
      if (!existsSync(path.join(root, file))) throw new Error(`${env.path}: no file for the link ${href}`)
      const kind = statSync(path.join(root, file)).isDirectory() ? 'tree' : 'blob'
      const target = page(file) ? `/${page(file)}` : `${repository}/${kind}/main/${file}`
      tokens[index].attrSet('href', anchor ? `${target}#${anchor}` : target)
    }
    return render(tokens, index, options, env, self)
  }
}

// diagrams gives Mermaid to the component that draws it.
const diagrams: MarkdownOptions['config'] = (md) => {
  const render = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, index, options, env, self) =>
    tokens[index].info.trim() === 'mermaid'
      ? `<Diagram source="${md.utils.escapeHtml(tokens[index].content)}" />\n`
      : render(tokens, index, options, env, self)
}

// striking are the words of what the program prints that a terminal shows in a colour or in bold, and
// the commands, by the class of each. How a session ended is after its time.
const striking: [string, RegExp][] = [
  ['strong', /(?<=<span>)\w+(?= +\d\d-\d\d \d\d:\d\d)/g],
  ['bad', /(?<=\d\d:\d\d  .*)\w+ (?:failed|false)\b|\b[1-9]\d* false claims?|(?<=<span>)\d+ files?: .* [1-9]\d* failed[^;<]*|(?<=:\d+: )(?:error|false)\b/g],
  ['doubtful', /(?<=\d\d:\d\d  .*)\w+ (?:changed|outdated)\b|\b[1-9]\d* outdated(?: claims?)?|(?<=:\d+: )warning\b/g],
  ['good', /(?<=\d\d:\d\d  .*)\w+ passed\b|(?<=<span>)\d+ files?: .*, 0 with warnings, 0 failed|(?<=<span> +)=(?= )/g],
  ['strong', /(?<=<span>)\$ [^<]*/g],
]

// consoles colours those alone, since for Shiki all that is printed is one string. The button copies
// the commands: VitePress takes the marks of a shell away, and what is to be ignored.
const consoles: MarkdownOptions['config'] = (md) => {
  const render = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    if (tokens[index].info.trim() !== 'console') return render(tokens, index, options, env, self)
    tokens[index].info = 'text'
    const html = render(tokens, index, options, env, self)
    tokens[index].info = 'console'
    return html.replace('language-text', 'language-shell-session').replace('>text<', '>console<')
      .replace(/<span class="line">(?!<span>(?:\$|>|&gt;) )/g, '<span class="line vp-copy-ignore">')
      .replace(/<code.*<\/code>/s, (code) => striking.reduce((text, [kind, words]) => text.replace(words, `<span class="${kind}">$&</span>`), code))
  }
}

// tryOut puts a link to the playground after the heading of a rule's faulty example.
const tryOut: MarkdownOptions['config'] = (md) => {
  md.core.ruler.push('try-out', (state) => {
    const rule = path.relative(path.join(root, 'docs/rules'), state.env.realPath ?? state.env.path ?? '').replace(/\.md$/, '')
    if (!examples.has(rule)) return
    const title = state.tokens.findIndex((t) => t.type === 'inline' && t.content === 'Wrong')
    if (title < 0 || state.tokens[title + 1].type !== 'heading_close') return
    const link = new state.Token('html_block', '', 0)
    link.content = `<p><a href="${base}playground/#rule=${rule}" target="_self">Try it in the playground</a></p>\n`
    state.tokens.splice(title + 2, 0, link)
  })
}

// literal keeps Vue from reading {{…}} in code as an expression of its own.
const literal: MarkdownOptions['config'] = (md) => {
  const render = md.renderer.rules.code_inline!
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    tokens[index].attrSet('v-pre', '')
    return render(tokens, index, options, env, self)
  }
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

// version is the newest of the changelog.
const version = read('CHANGELOG.md').match(/^## (.*)/m)![1]

// listed are the sidebar's items for the pages that a part of a file links to as a
// whole, in their order.
function listed(file: string, part: RegExp): DefaultTheme.SidebarItem[] {
  const text = read(file).match(part)![0]
  const files = [...text.matchAll(/\]\(([^):#]+\.md)\)/g)].map((m) => path.posix.join(path.posix.dirname(file), m[1]))
  return [...new Set(files)].filter((f) => page(f)).map((f) => ({ text: shortTitle(f), link: `/${page(f)}` }))
}

// shortTitle is the part of a page's title that names it: "Hooks" of "Hooks: handofflint inside…", and
// "Settings" of "Reference: settings".
function shortTitle(file: string): string {
  const [, isReference, name] = read(file).match(/^# (Reference: )?([^:\n]*)/m)!
  return isReference ? name[0].toUpperCase() + name.slice(1) : name.replaceAll('`', '')
}

// ruleGroups are the rules in the order of their list, a group for each prefix.
function ruleGroups(): DefaultTheme.SidebarItem[] {
  const groups = new Map<string, DefaultTheme.SidebarItem[]>()
  for (const item of listed('docs/rules/README.md', /\n\|[^]*/)) {
    const [group, name] = item.text!.split('/')
    groups.set(group, [...(groups.get(group) ?? []), { ...item, text: name ?? group }])
  }
  return [...groups].map(([text, items]) => ({ text, items, collapsed: true }))
}

// contribute are the pages for contributors.
const contribute = listed('README.md', /\nTo contribute:[^]*?\n\n/)

// search leaves out what its reader does not look for. Its functions run in the browser, too, so
// that they can use nothing around them.
const search: DefaultTheme.LocalSearchOptions = {
  _render: (source, env, md) => {
    const html = md.render(source, env)
    const isForContributors = contribute.some(({ link }) => link === `/${page(env.relativePath)}`)
    return isForContributors ? html.slice(0, html.indexOf('</h1>') + 5) : html // found by its title alone
  },
  miniSearch: {
    options: {
      processTerm: (term) => /^(an?|and|are|as|at|be|by|can|do|does|for|from|how|i|in|is|it|its|my|of|on|or|that|the|this|to|what|with)$/i.test(term) ? null : term.toLowerCase(),
    },
    searchOptions: {
      fuzzy: (term) => term.length < 6 ? false : 0.2,
      boost: { title: 4, titles: 2 },
    },
  },
}

// copyMermaid adds Mermaid as it is published: bundling it again takes a minute.
function copyMermaid(outDir: string) {
  const from = path.join(import.meta.dirname, '../node_modules/mermaid/dist')
  for (const part of ['mermaid.esm.min.mjs', 'chunks/mermaid.esm.min']) {
    cpSync(path.join(from, part), path.join(outDir, 'mermaid', part), { recursive: true, filter: (file) => !file.endsWith('.map') })
  }
}

// vueBesidePages takes Vue from this folder's node_modules, which the pages lie outside of.
const vueBesidePages = {
  name: 'vue-beside-pages',
  enforce: 'pre' as const,
  resolveId: (id: string, _: unknown, { ssr }: { ssr?: boolean }) =>
    ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null,
}

export default defineConfig({
  title: 'handofflint',
  description: 'What AI agents did, what they claim, and what they hand to each other',
  base,
  srcDir: '..',
  srcExclude: ['!(docs|site|README.md|CHANGELOG.md)', '!(docs|site|README.md|CHANGELOG.md)/**', 'site/!(index.md)', 'site/!(index.md)/**'],
  rewrites: (file) => page(file) ?? file,
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:image', content: `${address}${base}card.png` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  transformHead: ({ title, description, page }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:url', content: address + base + page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html') }],
  ],
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath === 'docs/rules/README.md') frontmatter.aside = false // the sidebar lists its headings
    if (read(filePath).startsWith('<!-- Made from')) frontmatter.editLink = false
  },
  sitemap: { hostname: address + base },
  outDir: 'dist',
  markdown: {
    languageAlias: { gitignore: 'ini' },
    attrs: { disable: true }, // braces are text
    anchor: { slugify: (text) => slug(text) },
    config: (md) => {
      links(md)
      diagrams(md)
      consoles(md)
      tryOut(md)
      literal(md)
    },
  },
  transformHtml: noteAnchors,
  buildEnd: (site) => {
    checkAnchors(site)
    copyMermaid(site.outDir)
    cpSync(path.join(import.meta.dirname, '../card.png'), path.join(site.outDir, 'card.png'))
    cpSync(playground, path.join(site.outDir, 'playground'), { recursive: true })
  },
  vite: { plugins: [vueBesidePages] },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/tutorial' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Playground', link: '/playground/', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: {
      '/rules/': [{ text: 'Rules', link: '/rules/', items: ruleGroups() }],
      '/': [
        { text: 'Start here', link: '/start' },
        ...['Start', 'In agents', 'In CI', 'Your own formats'].map((text) => ({ text, items: listed('README.md', new RegExp(`\\n\\| \\*\\*${text}\\*\\* \\|.*`)) })),
        { text: 'Reference', items: listed('README.md', /\nReference:[^]*?\n\n/) },
        { text: 'Contribute', items: contribute, collapsed: true },
      ],
    },
    outline: [2, 3],
    footer: { message: `<a href="${base}changelog.html">Version ${version}</a>. Licence: <a href="${repository}/blob/main/LICENSE">Apache-2.0</a>.` },
    editLink: { pattern: `${repository}/edit/main/:path` },
    notFound: { quote: 'The site has no such page.', linkText: 'Start' },
    logo: icon,
    search: { provider: 'local', options: search },
    socialLinks: [{ icon: 'github', link: repository }],
  },
})
