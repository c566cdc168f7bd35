/** A feed as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. The same items make the same bytes. */
import type { FeedFormat } from './feed-params.ts'
import { Feed } from 'feed'
import { escapeHtml } from '#shared/text/escape.ts'

export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export interface FeedItem {
  /** An address that stays when titles change. */
  readonly id: string
  readonly link: string
  /** Plain. */
  readonly title: string
  readonly html: string
  /** Plain; `''` without one. */
  readonly summary: string
  readonly lang: string
  readonly authors: readonly { readonly name: string; readonly link: string | null }[]
  readonly tags: readonly string[]
  readonly publishedAt: number
  readonly changedAt: number
}

export interface FeedFacts {
  readonly title: string
  readonly description: string
  /** The page that shows the same. */
  readonly link: string
  readonly self: string
  /** As `self`, whatever the format: what the feed is known by. */
  readonly id: string
}

export function writeFeed(format: FeedFormat, facts: FeedFacts, items: readonly FeedItem[]): string {
  return format === 'json' ? jsonFeed(facts, items) : xmlFeed(format, facts, items)
}

function xmlFeed(format: 'rss' | 'atom', { title, description, link, self, id }: FeedFacts, items: readonly FeedItem[]): string {
  const feed = new Feed({
    id,
    title: forXml(title),
    description: forXml(description),
    link,
    feedLinks: { [format]: self },
    ...(format === 'rss' ? { feed: self } : {}),
    generator: false,
    copyright: '',
    ttl: 10,
    // Of the newest item, not of this moment.
    updated: new Date(items.reduce((newest, item) => Math.max(newest, item.changedAt), 0)),
  })
  for (const item of items)
    feed.addItem({
      id: item.id,
      link: item.link,
      // Atom says that its titles are HTML. RSS says nothing: some programs take them for HTML,
      // some for the words they are.
      title: format === 'atom' ? escapeHtml(item.title) : wordsEitherWay(item.title),
      ...(item.summary !== '' && { description: escapeHtml(item.summary) }),
      content: forXml(item.html),
      date: new Date(item.changedAt),
      published: new Date(item.publishedAt),
      // It writes attributes as they are, where XML knows no bare `<`.
      category: item.tags.map((tag) => ({ name: attribute(tag), ...(format === 'atom' && { term: attribute(tag) }) })),
      ...(format === 'atom'
        ? { author: item.authors.map(({ name, link: page }) => ({ name: forXml(name), ...(page !== null && { link: page }) })) }
        : // RSS has mail addresses for authors; names have their place in Dublin Core, which the package declares.
          {
            extensions:
              item.authors.length === 0
                ? []
                : [{ name: 'dc:creator', objects: { _text: forXml(item.authors.map(({ name }) => name).join(', ')) } }],
          }),
    })
  return format === 'rss' ? feed.rss2() : feed.atom1()
}

/**
 * https://www.jsonfeed.org/version/1.1/, read 2026-11-21. The package writes the version before.
 */
function jsonFeed({ title, description, link, self }: FeedFacts, items: readonly FeedItem[]): string {
  return `${JSON.stringify(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      home_page_url: link,
      feed_url: self,
      description,
      items: items.map((item) => ({
        id: item.id,
        url: item.link,
        title: item.title,
        content_html: item.html,
        ...(item.summary !== '' && { summary: item.summary }),
        date_published: new Date(item.publishedAt).toISOString(),
        date_modified: new Date(item.changedAt).toISOString(),
        authors: item.authors.map(({ name, link: page }) => ({ name, ...(page !== null && { url: page }) })),
        ...(item.tags.length > 0 && { tags: item.tags }),
        language: item.lang,
      })),
    },
    null,
    2,
  )}\n`
}

/**
 * What would be a tag or a character's name in HTML, apart from its sign by a joiner nobody sees:
 * so it reads alike as HTML and as words.
 */
function wordsEitherWay(title: string): string {
  return forXml(title).replace(
    /<(?=[a-z/!?])|&(?=#|[a-z\d]{1,31};|(?:amp|lt|gt|quot|copy|reg|nbsp|not|para|sect|shy|yen|deg|times))/giu,
    '$&\u2060',
  )
}

function attribute(text: string): string {
  return forXml(text.replaceAll('<', '‹'))
}

/** XML 1.0 has no place for these, escaped or not (§2.2). */
function forXml(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
}
