/**
 * `/sitemap.xml`: an index of parts with at most 5,000 addresses each (sitemaps.org protocol 0.9).
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Rendered } from '../pages/page-cache.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

export const addressesPerPart = 5_000
const kinds = ['pages', 'posts', 'wiki', 'members'] as const
export type SitemapKind = (typeof kinds)[number]

export interface SitemapPart {
  readonly kind: SitemapKind
  /** From 1. */
  readonly n: number
}

const publishedPosts = (limit: number, offset: number) =>
  defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'ascending', limit, offset })
/** Lenses are named by their page. */
const wikiPages = (limit: number, offset: number) =>
  defineQuery({ table: tags, index: ['state', 'createdAt'], equals: ['page'], order: 'ascending', limit, offset })
const allMembers = (limit: number, offset: number) =>
  defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit, offset })

/** @param name what stands between `/sitemap-` and `.xml`: `posts-1`. */
export function sitemapPart(name: string): SitemapPart | null {
  const [, kindName, number] = /^([a-z]+)-([1-9]\d{0,3})$/u.exec(name) ?? []
  const kind = kinds.find((known) => known === kindName)
  return kind === undefined ? null : { kind, n: Number(number) }
}

export async function renderSitemapIndex(read: Read, origin: string): Promise<Rendered> {
  const counts = {
    ...{ pages: 1, posts: await read.count(publishedPosts(1, 0)) },
    ...{ wiki: await read.count(wikiPages(1, 0)), members: await read.count(allMembers(1, 0)) },
  }
  const parts = kinds.flatMap((kind) => Array.from({ length: Math.ceil(counts[kind] / addressesPerPart) }, (_, at) => `${kind}-${at + 1}`))
  const entries = parts.map((part) => `<sitemap><loc>${escaped(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>`)
  return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>`)
}

/** @param read permitted for a visitor; `publicPaths`: pages that stand by themselves. */
export async function renderSitemapPart(
  read: Read,
  origin: string,
  { kind, n }: SitemapPart,
  publicPaths: readonly string[],
): Promise<Rendered> {
  const offset = (n - 1) * addressesPerPart
  const entries = await entriesOf(read, kind, offset, publicPaths)
  if (entries.length === 0 && n > 1)
    return { status: 404, location: null, contentType: 'text/plain; charset=utf-8', body: 'No such part.\n' }
  const lines = entries.map(
    ({ path, at }) =>
      `<url><loc>${escaped(origin + path)}</loc>${at === null ? '' : `<lastmod>${new Date(at).toISOString()}</lastmod>`}</url>`,
  )
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>`)
}

interface Entry {
  readonly path: string
  /** ms since 1970; `null` when nobody knows. */
  readonly at: number | null
}

async function entriesOf(read: Read, kind: SitemapKind, offset: number, publicPaths: readonly string[]): Promise<readonly Entry[]> {
  if (kind === 'pages') return offset > 0 ? [] : publicPaths.map((path) => ({ path, at: null }))
  if (kind === 'members')
    return (await read.list(allMembers(addressesPerPart, offset))).map((member) => ({ path: links.user(member.slug), at: null }))
  if (kind === 'wiki') return wikiEntries(read, await read.list(wikiPages(addressesPerPart, offset)))
  const found = await read.list(publishedPosts(addressesPerPart, offset))
  return found
    .filter((post) => !post.noIndex && post.isUnlisted !== true && !kindFacts(post).isInWiki)
    .map((post) => ({ path: links.post(post), at: post.editedAt ?? post.publishedAt }))
}

async function wikiEntries(read: Read, found: readonly Tag[]): Promise<readonly Entry[]> {
  const shown = await read.getMany(posts, found.map(({ id }) => id)) // oxfmt-ignore
  const indexed = new Map(shown.filter((post) => !post.noIndex).map((post) => [post.id, post.editedAt ?? post.publishedAt]))
  return found.flatMap(({ id, slug }) =>
    slug === null || !indexed.has(id) ? [] : [{ path: links.wiki(slug), at: indexed.get(id) ?? null }],
  )
}

function xml(body: string): Rendered {
  return {
    status: 200,
    location: null,
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`,
  }
}

function escaped(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;').replace(/"/gu, '&quot;').replace(/'/gu, '&apos;')
}
