import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'

/**
 * Addresses of other times and other software (content.md 1.5). Only those are here whose new place
 * is built.
 */
const fixed: Readonly<Record<string, string>> = {
  '/submit': links.newPost(),
  '/daily': links.allPosts(),
  '/promoted': links.allPosts({ filter: 'curated', sortedBy: 'new', timeframe: 'allTime' }),
  '/featured': links.allPosts({ filter: 'curated', sortedBy: 'new', timeframe: 'allTime' }),
  '/recentcomments': links.allComments(),
  '/newcomments': links.allComments(),
  '/saved': links.account(),
  '/auth/login': links.login(),
  '/shortform': links.quickTakes(),
  '/petroydaypoll': links.seasonalPoll(),
  ...Object.fromEntries(
    ['/tags', '/tags/all', '/topics', '/topics/all', '/concepts', '/concepts/all', '/wiki', '/wikitags'].map((path) => [
      path,
      links.wikiTags(),
    ]),
  ),
  '/tag/create': links.createWiki(),
  '/tags/dashboard': links.wikiDashboard(),
  '/tags/random': links.randomWiki(),
  '/tagactivity': links.wikiActivity(),
  '/tagvoting': links.wikiActivity(),
  '/tagfeed': links.wikiFeed(),
  '/leastwrong': links.bestOf(),
  '/meetups': links.community(),
  ...Object.fromEntries(
    [2018, 2019].flatMap((year) => [
      [`/nominations${year}`, links.nominations(year)],
      [`/reviews${year}`, links.reviews(year)],
    ]),
  ),
  '/groups': links.allLocalGroups(),
  '/.rss': links.feed(),
  '/rss': links.feed(),
  '/comments/.rss': links.feed({ type: 'comments' }),
  '/rss/comments.xml': links.feed({ type: 'comments' }),
  '/promoted/.rss': links.feed({ view: 'curatedRss' }),
}

/** The paths above, for lists of all addresses. */
export const oldPaths: readonly string[] = Object.keys(fixed)

/** Pages whose member stands in the query. */
const byUserQuery = new Set(['/user', '/threads', '/submitted'])

/**
 * Where an old address leads now; `null` for any other. The query goes along, under what the new
 * address says itself.
 * @param path encoded, well-formed, without a slash at the end.
 */
export function newAddress(path: string, search: string): string | null {
  const lower = path.toLowerCase()
  const target = fixed[lower]
  if (target !== undefined) return withQuery(target, search)
  const given = new URLSearchParams(search)
  const id = given.get('id')
  if (byUserQuery.has(lower) && id !== null && id !== '') {
    given.delete('id')
    return withQuery(links.user(id), given.toString())
  }
  const votes = /^\/votesbyyear\/(\d{4})$/u.exec(lower)?.[1]
  if (votes !== undefined) return withQuery(links.nominatePosts(Number(votes)), search)
  const user = /^\/(?:u\/([^/]+)|user\/([^/]+)(?:\/.*)?)$/iu.exec(path)
  const slug = user?.[1] ?? user?.[2]
  if (slug !== undefined) return withQuery(links.user(decodeURIComponent(slug)), search)
  // What stands below a page, its history and the like, keeps its place there.
  const wiki = /^\/(?:tag|p)(\/[^/]+(?:\/[^/]+)?)$/iu.exec(path)?.[1]
  if (wiki !== undefined) return withQuery(`/w${wiki}`, search)
  const [, versions, tag] = /^\/(compare|revisions)\/tag(\/[^/]+)$/iu.exec(path) ?? []
  if (versions !== undefined && tag !== undefined) return withQuery(`/${versions.toLowerCase()}/w${tag}`, search)
  const comment = /^\/posts\/([^/]+)\/([^/]+)\/([^/]+)$/iu.exec(path)
  if (comment?.[1] !== undefined && comment[2] !== undefined && comment[3] !== undefined && isId(comment[3].toLowerCase())) {
    const post = { id: decodeURIComponent(comment[1]), slug: decodeURIComponent(comment[2]) }
    return withQuery(links.comment(post, comment[3].toLowerCase()), search)
  }
  return null
}

/** `target` with the parameters of `search` that it does not have itself; its fragment stays. */
export function withQuery(target: string, search: string): string {
  const url = new URL(target, 'http://this-site.invalid')
  for (const [name, value] of new URLSearchParams(search)) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  return url.pathname + url.search + url.hash
}
