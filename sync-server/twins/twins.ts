/**
 * Pages in Markdown (content.md 10.2), by the paths of the web side's routes (`shared/pages/twins.ts` names them; the pages' heads say so too).
 * The same rows through the same read policies as the HTML, for the same viewer.
 */
import type { TwinPath } from '#shared/pages/twins.ts'
import type { Twin, TwinData } from './twin.ts'
import { pathsWithTwins } from '#shared/pages/twins.ts'
import { RouteTable } from '../pages/route-table.ts'
import { draftTwin } from './draft.ts'
import { allPostsTwin, curatedTwin, dialoguesTwin, homeTwin, leaderboardTwin, questionsTwin, quickTakesTwin, recentTwin } from './lists.ts'
import { userTwin } from './member.ts'
import { postBySlugTwin, postPageTwin } from './post.ts'
import { searchTwin } from './search.ts'
import { collectionTwin, featuredTwin, libraryTwin, postInCollectionTwin, postInSequenceTwin, sequenceTwin } from './sequences.ts'
import { moved, notFound } from './twin.ts'
import { wikiTagsTwin, wikiDiscussionTwin, wikiTwin } from './wiki.ts'
import { links } from '#shared/links.ts'

type Params = Readonly<Record<string, string>>
/** `from-html`: the page has no rows to speak of; its text is taken from its HTML. */
type Maker = ((data: TwinData, url: URL, params: Params) => Promise<Twin>) | 'from-html'

const makers: Readonly<Record<TwinPath, Maker>> = {
  '/': homeTwin,
  '/about': 'from-html',
  '/editor': 'from-html',
  '/search': searchTwin,
  '/users/:slug': (data, url, { slug = '' }) => userTwin(data, slug, url.searchParams),
  '/posts/:postId/:slug?': (data, url, params) => postPageTwin(data, params, url),
  '/posts/:postId/:slug/comment/:commentId?': (data, url, params) => postPageTwin(data, params, url),
  '/posts/slug/:slug': (data, url, { slug = '' }) => postBySlugTwin(data, slug, url.search),
  '/allPosts': allPostsTwin,
  '/allComments': (data) => recentTwin(data),
  '/curated': async (_data, url) => moved(links.recommendations() + url.search),
  '/recommendations': (data) => curatedTwin(data),
  '/quicktakes': quickTakesTwin,
  '/questions': questionsTwin,
  '/dialogues': dialoguesTwin,
  '/leaderboard': leaderboardTwin,
  '/w/:slug': (data, url, { slug = '' }) => wikiTwin(data, slug, url),
  '/w/:slug/discussion': (data, url, { slug = '' }) => wikiDiscussionTwin(data, slug, url),
  '/wikitags/all': (data) => wikiTagsTwin(data),
  '/library': libraryTwin,
  '/s/:sequenceId': (data, _url, { sequenceId = '' }) => sequenceTwin(data, sequenceId),
  '/s/:sequenceId/p/:postId': (data, _url, { sequenceId = '', postId = '' }) => postInSequenceTwin(data, sequenceId, postId),
  '/collections/:collectionId': (data, _url, { collectionId = '' }) => collectionTwin(data, collectionId),
  '/sequences': (data) => featuredTwin(data, 'rationality'),
  '/rationality': (data) => featuredTwin(data, 'rationality'),
  '/rationality/:slug': (data, _url, { slug = '' }) => postInCollectionTwin(data, 'rationality', slug),
  '/codex': (data) => featuredTwin(data, 'codex'),
  '/codex/:slug': (data, _url, { slug = '' }) => postInCollectionTwin(data, 'codex', slug),
  '/hpmor': (data) => featuredTwin(data, 'hpmor'),
  '/hpmor/:slug': (data, _url, { slug = '' }) => postInCollectionTwin(data, 'hpmor', slug),
  '/highlights': (data) => featuredTwin(data, 'highlights'),
  '/highlights/:slug': (data, _url, { slug = '' }) => postInCollectionTwin(data, 'highlights', slug),
  '/editPost': draftTwin,
}

const routes = new RouteTable(pathsWithTwins.map((path) => ({ path, title: '', audience: 'everyone', offline: 'none' })))

/** @param url path and query, canonical. @param html the page's HTML, for those that have nothing else. */
export async function twinOf(data: TwinData, url: string, html: () => Promise<string>): Promise<Twin> {
  const address = new URL(url, data.site.origin)
  const match = routes.match(address.pathname)
  const maker = match === null ? undefined : makers[match.route.path as TwinPath] // the table was made of them
  if (match === null || maker === undefined) return notFound()
  if (maker !== 'from-html') return maker(data, address, match.params)
  const { twinOfHtml } = await import('./from-html.ts')
  return twinOfHtml(data, match.keyPath, await html())
}
