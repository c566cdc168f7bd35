/**
 * oEmbed (oembed.com, version 1.0, read 2026-11-21): what another site may show for a link to ours.
 * A post is a frame of our own, anything else a link with words. Only addresses of this site are
 * answered, and nothing is ever fetched.
 */
import type { PreviewCard, SiteFacts } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { linkCardSize } from '#shared/pages/link-card.ts'

export interface OembedParams {
  /** Path, query and hash on this site. */
  readonly target: string
  readonly format: 'json' | 'xml'
  /** CSS pixels; `null`: as much as it takes. */
  readonly maxWidth: number | null
  readonly maxHeight: number | null
}

export interface OembedRefusal {
  /** Section 2.3.3: 404 not ours, 501 a format there is none of; 400 what cannot be understood. */
  readonly status: 400 | 404 | 501
  readonly field: string
}

const longestUrl = 2_000

export function oembedParams(search: URLSearchParams, origin: string): OembedParams | OembedRefusal {
  const given = search.get('url') ?? ''
  const url = given.length > longestUrl ? null : URL.parse(given)
  if (url === null) return { status: 400, field: 'url' }
  // A link from before the site had a certificate is one of ours too.
  const isOurs = /^https?:$/u.test(url.protocol) && url.host === new URL(origin).host && url.username === '' && url.password === ''
  if (!isOurs) return { status: 404, field: 'url' }
  const format = search.get('format') ?? 'json'
  if (format !== 'json' && format !== 'xml') return { status: 501, field: 'format' }
  const maxWidth = pixels(search.get('maxwidth'))
  const maxHeight = pixels(search.get('maxheight'))
  if (maxWidth === undefined) return { status: 400, field: 'maxwidth' }
  if (maxHeight === undefined) return { status: 400, field: 'maxheight' }
  return { target: `${url.pathname}${url.search}${url.hash}`, format, maxWidth, maxHeight }
}

/** `undefined` for what is no size. */
function pixels(given: string | null): number | null | undefined {
  if (given === null || given === '') return null
  return /^[1-9]\d{0,5}$/u.test(given) ? Number(given) : undefined
}

/** The names and order of section 2.3.4. */
export type OembedAnswer = Readonly<Record<string, string | number>>

interface Embedded {
  readonly card: PreviewCard
  /** A post's, and only one that may be shown to everybody. */
  readonly postId: string | null
  /** Path of the drawn card at the width of a thumbnail. */
  readonly thumbnail: string | null
}

const frame = { width: 600, height: 240, narrowest: 240, lowest: 160 } as const
const hour = 3_600

export function oembedAnswer({ card, postId, thumbnail }: Embedded, { maxWidth, maxHeight }: OembedParams, site: SiteFacts): OembedAnswer {
  const width = Math.min(frame.width, maxWidth ?? frame.width)
  const height = Math.min(frame.height, maxHeight ?? frame.height)
  const [author] = authorsOf(card)
  const title = titleOf(card)
  const common = {
    version: '1.0',
    title,
    ...(author === undefined ? {} : { author_name: namesOf(card) }),
    ...(author === undefined || author.slug === '' ? {} : { author_url: `${site.origin}${links.user(author.slug)}` }),
    provider_name: site.name,
    provider_url: `${site.origin}/`,
    cache_age: hour,
    ...thumbnailOf(thumbnail, maxWidth, maxHeight, site),
  }
  if (postId === null || width < frame.narrowest || height < frame.lowest) return { ...common, type: 'link' }
  const src = `${site.origin}${links.embedPost(postId)}`
  const html = `<iframe src="${src}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" frameborder="0" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return { ...common, type: 'rich', html, width, height }
}

function thumbnailOf(path: string | null, maxWidth: number | null, maxHeight: number | null, site: SiteFacts) {
  const { thumbnail: width } = linkCardSize
  const height = Math.round((width * linkCardSize.height) / linkCardSize.width)
  if (path === null || width > (maxWidth ?? width) || height > (maxHeight ?? height)) return {}
  return { thumbnail_url: `${site.origin}${path}`, thumbnail_width: width, thumbnail_height: height }
}

type Author = { readonly name: string; readonly slug: string }

function authorsOf(card: PreviewCard): readonly Author[] {
  if (card.kind === 'post') return card.authors
  return card.kind === 'comment' ? [card.author] : []
}

const namesOf = (card: PreviewCard): string =>
  authorsOf(card)
    .map(({ name }) => name)
    .join(', ')

function titleOf(card: PreviewCard): string {
  if (card.kind === 'post') return card.title
  return card.kind === 'comment' ? `Comment on ${card.postTitle}` : card.name
}

/** Section 2.3.5. */
export function oembedXml(answer: OembedAnswer): string {
  const parts = Object.entries(answer).map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${parts.join('')}</oembed>\n`
}
