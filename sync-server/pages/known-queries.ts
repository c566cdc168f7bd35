import { canonicalFilters } from '#shared/feed/filters.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { RouteFacts } from '#shared/pages/page-data.ts'

/**
 * What may follow the question mark of a page that is cached for all. Anything else is left out
 * before the cache is asked, so that made-up parameters neither fill it nor miss it. A new
 * parameter of a public page is one entry here.
 */
type Check = (value: string) => boolean

const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(value)
const whole: Check = (value) => /^-?\d{1,6}$/u.test(value)
const day: Check = (value) => /^\d{4}-\d{2}-\d{2}$/u.test(value)
const degrees: Check = (value) => /^-?\d{1,3}(\.\d{1,15})?$/u.test(value)
const word: Check = (value) => /^[\w.:-]{1,100}$/u.test(value)
/** Of a page of the wiki, or a member: words of any script. */
const slug: Check = (value) => /^[\p{L}\p{N}\p{M}_-]{1,200}$/u.test(value)
/** Says what it says by being there. */
const flag: Check = (value) => value === '' || value === 'true'
/** Malformed values reach the page too, which says what is wrong with them. */
const text: Check = (value) => value.length <= 100

/** Of lists, and of addresses that move to one. */
const ofList: Readonly<Record<string, Check>> = { limit: whole, view: word, sort: word, sortedBy: word, tab: word }

const ofPost: Readonly<Record<string, Check>> = { view: word, answersSorting: word, limit: whole, revision: word, commentId: isId }

/** A page without a row here has none, but for the `limit` that its manifest declares. */
const byRoute: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  '/': {
    sort: oneOf('latest', 'ranked', 'magic'),
    limit: whole,
    talk: whole,
    filters: (value) => value.length <= 1_000 && canonicalFilters(value) === value,
  },
  '/curated': { limit: whole },
  '/recommendations': { limit: whole, spotlights: whole },
  '/library': { curated: whole, limit: whole },
  '/s/:sequenceId/p/:postId': ofPost,
  '/g/:groupId/p/:postId': ofPost,
  '/rationality/:slug': ofPost,
  '/codex/:slug': ofPost,
  '/hpmor/:slug': ofPost,
  '/highlights/:slug': ofPost,
  '/w/:slug': {
    ...{ edit: oneOf('true'), lens: slug, l: slug, version: word, revision: word, sortedBy: word, limit: whole },
    ...{ pathId: slug, startPath: flag },
  },
  '/w/:slug/discussion': { lens: slug, l: slug, commentId: isId, view: word, limit: whole },
  '/w/:slug/history': { lens: slug, l: slug, hide: word, format: oneOf('dense'), user: slug, limit: whole },
  '/w/dashboard': { focus: word, limit: whole },
  '/wikitags/all': { q: text, all: slug },
  '/wFeed': { limit: whole },
  '/arbital': { depth: word },
  '/quicktakes': ofList,
  '/questions': ofList,
  '/dialogues': ofList,
  '/wActivity': ofList,
  '/u/:slug': ofList,
  '/user/:slug': ofList,
  '/sequences/:sequenceId': ofList,
  '/groups-map': {
    lat: degrees,
    lng: degrees,
    zoom: whole,
    show: oneOf('groups', 'events', 'members'),
    filters: (value) => /^[a-z,-]{1,200}$/u.test(value),
    limit: whole,
  },
  '/leaderboard': { period: oneOf('month'), limit: whole },
  '/bestoflesswrong': { year: word, category: slug },
  '/nominations/:year': { sort: oneOf('fewest', 'lastCommented'), limit: whole },
  '/reviews/:year': { tab: oneOf('results'), sort: oneOf('score', 'new', 'top'), limit: whole },
  '/users/:slug/reviews/:year': { limit: whole },
  '/postsWithApprovedJargon': { limit: whole },
  '/meta': { limit: whole },
  '/feed': { tab: oneOf('following'), limit: whole },
  '/allPosts': {
    timeframe: text,
    sortedBy: text,
    filter: text,
    tag: text,
    karmaThreshold: text,
    limit: text,
    after: text,
    before: text,
    reverse: oneOf('true'),
    includeEvents: oneOf('true', 'false'),
    includeShortform: oneOf('true', 'false'),
    period: day,
    open: oneOf('true'),
  },
  '/allCommentsWithReacts': { limit: whole },
  '/allComments': { view: text, sortedBy: text, karmaThreshold: text, limit: text },
  '/posts/slug/:slug': { ...ofList, revision: word, commentId: isId },
  '/posts/:postId/:slug?': ofPost,
  '/events/:postId/:slug?': ofPost,
  '/posts/:postId/:slug/comment/:commentId?': { view: word, limit: whole, revision: word },
  '/users/:slug/replies': { limit: whole },
  '/users/:slug': { sortedBy: word, limit: whole, tab: oneOf('posts', 'sequences', 'takes', 'all'), view: word, sort: word },
}

/**
 * @returns the query to render and to remember the page by: known names in one order, `''` or with
 *   its question mark.
 */
export function knownQuery(
  { path, takesLimit = false }: Pick<RouteFacts, 'path'> & { readonly takesLimit?: boolean },
  search: string,
): string {
  if (search.length < 2) return ''
  const checks = byRoute[path] ?? (takesLimit ? { limit: whole } : {})
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of Object.keys(checks).sort()) {
    const value = given.get(name)
    const check = checks[name]
    if (value !== null && (value !== '' || check === flag) && check?.(value) === true) kept.set(name, value)
  }
  const query = kept.toString()
  return query === '' ? '' : `?${query}`
}
