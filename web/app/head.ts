import type { SiteFacts } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import type { PageHead } from '../data/answer.ts'
import { pageTitle } from './page-title.ts'

export interface HeadTag {
  readonly tag: 'title' | 'meta' | 'link' | 'script'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/** Everything in the head that says what the page is; how it looks and starts is the document's own. */
export function headTags(head: PageHead, site: SiteFacts): readonly HeadTag[] {
  const absolute = (path: string) => (/^https?:/u.test(path) ? path : `${site.origin}${path}`)
  const title = pageTitle(head, site)
  const url = head.canonical === undefined ? null : absolute(head.canonical)
  const image = absolute(head.image ?? '/icons/icon-512.png')
  const isArticle = head.type === 'article'
  const publishedAt = isArticle && head.publishedAt !== undefined ? new Date(head.publishedAt).toISOString() : null
  const tags: readonly (HeadTag | null)[] = [
    { tag: 'title', attributes: { ...(head.lang ? { lang: head.lang } : {}), ...(head.dir ? { dir: head.dir } : {}) }, text: title },
    meta('name', 'description', head.description),
    meta('name', 'robots', head.robots),
    link('canonical', url),
    link('prev', head.prev === undefined ? null : absolute(head.prev)),
    link('next', head.next === undefined ? null : absolute(head.next)),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', head.title ?? site.name),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:locale', head.lang),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('property', 'article:published_time', publishedAt),
    ...(head.authors ?? []).map((author) => meta('name', 'author', author)),
    meta('name', 'twitter:card', head.image === undefined ? 'summary' : 'summary_large_image'),
    feedLink(links.feed(), site.name),
    head.feed ? feedLink(head.feed.href, head.feed.title) : null,
    head.jsonLd ? jsonLdTag(head.jsonLd) : null,
  ]
  return tags.filter((tag) => tag !== null)
}

export function tagHtml({ tag, attributes, text }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  const open = `<${tag}${pairs.join('')}>`
  if (text === undefined) return open
  return `${open}${tag === 'script' ? text : escapeHtml(text)}</${tag}>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character)
}

/** JSON that may stand in a `<script>` block: nothing in it can end the block or begin a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function meta(key: 'name' | 'property', name: string, content: string | null | undefined): HeadTag | null {
  return content === null || content === undefined || content === '' ? null : { tag: 'meta', attributes: { [key]: name, content } }
}

function link(rel: string, href: string | null): HeadTag | null {
  return href === null ? null : { tag: 'link', attributes: { rel, href } }
}

function feedLink(href: string, title: string): HeadTag {
  return { tag: 'link', attributes: { rel: 'alternate', type: 'application/rss+xml', href, title } }
}

function jsonLdTag(value: Readonly<Record<string, unknown>>): HeadTag {
  return { tag: 'script', attributes: { type: 'application/ld+json' }, text: jsonForScript({ '@context': 'https://schema.org', ...value }) }
}
