import type { SiteFacts } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { hasMarkdown } from '#shared/pages/markdown-pages.ts'
import { cardOfSite, linkCardPath, linkCardSize } from '#shared/pages/link-card.ts'
import type { PageHead } from '../data/answer.ts'
import { pageTitle } from './page-title.ts'

export interface HeadTag {
  readonly tag: 'title' | 'meta' | 'link' | 'script'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/**
 * Everything in the head that says what the page is; how it looks and starts is the document's own.
 * @param showing path pattern of the page's route.
 */
export function headTags(head: PageHead, site: SiteFacts, showing: string): readonly HeadTag[] {
  const absolute = (path: string) => (/^https?:/u.test(path) ? path : `${site.origin}${path}`)
  const title = pageTitle(head, site)
  const url = head.canonical === undefined ? null : absolute(head.canonical)
  const card = head.card ?? linkCardPath(null, cardOfSite(site))
  const image = absolute(head.image ?? card)
  const isCard = head.image === undefined
  const shownTitle = head.cardTitle ?? head.title ?? site.name
  const isArticle = head.type === 'article'
  const publishedAt = isArticle && head.publishedAt !== undefined ? new Date(head.publishedAt).toISOString() : null
  const tags: readonly (HeadTag | null)[] = [
    { tag: 'title', attributes: { ...(head.lang ? { lang: head.lang } : {}), ...(head.dir ? { dir: head.dir } : {}) }, text: title },
    meta('name', 'description', head.description),
    meta('name', 'robots', head.robots),
    link('canonical', head.original ?? url),
    link('prev', head.prev === undefined ? null : absolute(head.prev)),
    link('next', head.next === undefined ? null : absolute(head.next)),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', shownTitle),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:locale', head.lang),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    ...(isCard ? cardTags : []),
    meta('property', 'og:image:alt', isCard ? [...new Set([shownTitle, site.name])].join(' – ') : null),
    meta('property', 'article:published_time', publishedAt),
    ...(head.authors ?? []).map((author) => meta('name', 'author', author)),
    // Its title, text and picture are read from those above.
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(head.hasEmbed === true && url !== null ? oembedTags(url, shownTitle, site) : []),
    feedLink(links.feed(), site.name),
    ...(head.feeds ?? []).map((feed) => feedLink(feed.href, feed.title)),
    head.canonical !== undefined && head.canonical.startsWith('/') && hasMarkdown(showing) ? markdownLink(head.canonical) : null,
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

/**
 * JSON that may stand in a `<script>` block: nothing in it can end the block or begin a comment.
 * @param replacer as `JSON.stringify` takes it
 */
export function jsonForScript(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(
    /[<\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function meta(key: 'name' | 'property', name: string, content: string | null | undefined): HeadTag | null {
  return content === null || content === undefined || content === '' ? null : { tag: 'meta', attributes: { [key]: name, content } }
}

function link(rel: string, href: string | null): HeadTag | null {
  return href === null ? null : { tag: 'link', attributes: { rel, href } }
}

/** The drawn card; how large another picture is, nobody knows here. */
const cardTags: readonly (HeadTag | null)[] = [
  meta('property', 'og:image:type', 'image/png'),
  meta('property', 'og:image:width', String(linkCardSize.width)),
  meta('property', 'og:image:height', String(linkCardSize.height)),
]

/** Where a site that is given a link to this page finds how to show it (oembed.com, section 4). */
function oembedTags(url: string, title: string, site: SiteFacts): readonly HeadTag[] {
  return (['json', 'xml'] as const).map((format) => {
    const href = `${site.origin}${links.oembed({ url, format })}`
    return {
      tag: 'link',
      attributes: { rel: 'alternate', type: `${format === 'json' ? 'application/json' : 'text/xml'}+oembed`, href, title },
    }
  })
}

function feedLink(href: string, title: string): HeadTag {
  return { tag: 'link', attributes: { rel: 'alternate', type: 'application/rss+xml', href, title } }
}

/** The same page for programs that read Markdown. */
function markdownLink(canonical: string): HeadTag {
  return { tag: 'link', attributes: { rel: 'alternate', type: 'text/markdown', href: links.markdown(canonical) } }
}

function jsonLdTag(value: Readonly<Record<string, unknown>>): HeadTag {
  return { tag: 'script', attributes: { type: 'application/ld+json' }, text: jsonForScript({ '@context': 'https://schema.org', ...value }) }
}
