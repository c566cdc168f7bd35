/**
 * The front page as one reader wants it: filters, pace of forgetting and hidden posts become part
 * of the address by which it is rendered and remembered. Whoever wants the same gets the same
 * bytes; nothing in them says who asked. What a client writes into the address itself is left out
 * before (known-queries.ts), but for the filters, which may be shared.
 */
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { canonicalFilters } from '#shared/feed/filters.ts'
import { filtersInCookie } from '#shared/feed/filters-cookie.ts'
import { frontPreferencesOf, defaultPreferences, preferencesQuery } from '#shared/feed/settings-queries.ts'
import { feedSettings } from '#shared/feed/settings-schema.ts'
import { links } from '#shared/links.ts'
import type { FeedPreferences } from '#shared/feed/settings-queries.ts'
import type { SiteContext } from './site-context.ts'
import { knownQuery } from '../pages/known-queries.ts'
import { recordedRead } from '../pages/recorded-read.ts'
import { sessionOf } from './site-context.ts'

/** Pages of which a member may have another than everybody. */
const personalPaths: ReadonlySet<string> = new Set([links.front(), links.recommendations(), links.mixedFeed(), links.allPosts()])

/**
 * Whether the page may be another one for this request than for everybody. As cheap as can be: it
 * is asked before the cache.
 */
export function mayBePersonal({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  if (headers.cookie === undefined) return false
  const at = url.indexOf('?')
  return personalPaths.has(at < 0 ? url : url.slice(0, at))
}

/** `/allPosts` as the member last chose it; with a query of its own it is what that says. */
export async function archiveAddress(context: SiteContext, request: FastifyRequest, publicUrl: string): Promise<string> {
  if (publicUrl !== links.allPosts()) return publicUrl
  const session = await sessionOf(context, request)
  if (session === null) return publicUrl
  const chosen = (await context.store.read((read) => read.get(feedSettings, session.userId)))?.archive ?? ''
  return `${publicUrl}${knownQuery({ path: links.allPosts() }, `?${chosen}`)}`
}

/**
 * Read once, until the member changes it, reads or hides something, or ten minutes have gone by.
 */
async function cachedVariant(context: SiteContext, userId: string): Promise<FeedPreferences> {
  const { value } = await context.wishes.answer({
    key: userId,
    make: (dependsOn) => context.store.read((read) => frontPreferencesOf(recordedRead(read, dependsOn), userId, context.now())),
    bytesOf: ({ filters, hidden }) => 2 * filters.length + 60 * hidden.length + 100,
  })
  return value
}

/** @param publicUrl of the front page. @returns the same, with what this reader wants of it. */
export async function variantAddress(context: SiteContext, request: FastifyRequest, publicUrl: string): Promise<string> {
  const { searchParams } = new URL(publicUrl, 'http://this-site.invalid')
  if (searchParams.get('sort') === 'latest') return publicUrl
  const session = await sessionOf(context, request)
  const preferences =
    session === null
      ? { ...defaultPreferences, filters: filtersInCookie(request.headers.cookie ?? '') }
      : await cachedVariant(context, session.userId)
  const asked = searchParams.get('filters')
  const own = asked === null ? preferences : { ...preferences, filters: canonicalFilters(asked) }
  for (const [name, value] of preferencesQuery(own)) searchParams.set(name, value)
  if (own.filters === '') searchParams.delete('filters')
  searchParams.sort()
  const search = searchParams.toString()
  return search === '' ? links.front() : `${links.front()}?${search}`
}
