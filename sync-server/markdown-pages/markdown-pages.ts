/**
 * Pages in Markdown (content.md 10.2), by the paths of the web side's routes
 * (`shared/pages/markdown-pages.ts` names them; the pages' heads say so too). The same rows through
 * the same read policies as the HTML, for the same viewer.
 */
import type { MarkdownPath } from '#shared/pages/markdown-pages.ts'
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { pathsWithMarkdown } from '#shared/pages/markdown-pages.ts'
import { RouteTable } from '../pages/route-table.ts'
import { draftMarkdown } from './draft.ts'
import {
  allPostsMarkdown,
  curatedMarkdown,
  dialoguesMarkdown,
  homeMarkdown,
  leaderboardMarkdown,
  questionsMarkdown,
  quickTakesMarkdown,
  recentMarkdown,
} from './lists.ts'
import { userMarkdown } from './member.ts'
import { postBySlugMarkdown, postPageMarkdown } from './post.ts'
import { searchMarkdown } from './search.ts'
import {
  collectionMarkdown,
  featuredMarkdown,
  libraryMarkdown,
  postInCollectionMarkdown,
  postInSequenceMarkdown,
  sequenceMarkdown,
} from './sequences.ts'
import { moved, notFound } from './markdown-page.ts'
import { wikiTagsMarkdown, wikiDiscussionMarkdown, wikiMarkdown } from './wiki.ts'
import { links } from '#shared/links.ts'

type Params = Readonly<Record<string, string>>
/** `from-html`: the page has no rows to speak of; its text is taken from its HTML. */
type Maker = ((data: MarkdownData, url: URL, params: Params) => Promise<MarkdownPage>) | 'from-html'

const makers: Readonly<Record<MarkdownPath, Maker>> = {
  '/': homeMarkdown,
  '/about': 'from-html',
  '/contact': 'from-html',
  '/faq': 'from-html',
  '/privacy': 'from-html',
  '/terms': 'from-html',
  '/donate': 'from-html',
  '/editor': 'from-html',
  '/search': searchMarkdown,
  '/users/:slug': (data, url, { slug = '' }) => userMarkdown(data, slug, url.searchParams),
  '/posts/:postId/:slug?': (data, url, params) => postPageMarkdown(data, params, url),
  '/events/:postId/:slug?': (data, url, params) => postPageMarkdown(data, params, url),
  '/posts/:postId/:slug/comment/:commentId?': (data, url, params) => postPageMarkdown(data, params, url),
  '/posts/slug/:slug': (data, url, { slug = '' }) => postBySlugMarkdown(data, slug, url.search),
  '/allPosts': allPostsMarkdown,
  '/allComments': (data) => recentMarkdown(data),
  '/curated': async (_data, url) => moved(links.recommendations() + url.search),
  '/recommendations': (data) => curatedMarkdown(data),
  '/quicktakes': quickTakesMarkdown,
  '/questions': questionsMarkdown,
  '/dialogues': dialoguesMarkdown,
  '/leaderboard': leaderboardMarkdown,
  '/w/:slug': (data, url, { slug = '' }) => wikiMarkdown(data, slug, url),
  '/w/:slug/discussion': (data, url, { slug = '' }) => wikiDiscussionMarkdown(data, slug, url),
  '/wikitags/all': (data) => wikiTagsMarkdown(data),
  '/library': libraryMarkdown,
  '/s/:sequenceId': (data, _url, { sequenceId = '' }) => sequenceMarkdown(data, sequenceId),
  '/s/:sequenceId/p/:postId': (data, _url, { sequenceId = '', postId = '' }) => postInSequenceMarkdown(data, sequenceId, postId),
  '/collections/:collectionId': (data, _url, { collectionId = '' }) => collectionMarkdown(data, collectionId),
  '/sequences': (data) => featuredMarkdown(data, 'rationality'),
  '/rationality': (data) => featuredMarkdown(data, 'rationality'),
  '/rationality/:slug': (data, _url, { slug = '' }) => postInCollectionMarkdown(data, 'rationality', slug),
  '/codex': (data) => featuredMarkdown(data, 'codex'),
  '/codex/:slug': (data, _url, { slug = '' }) => postInCollectionMarkdown(data, 'codex', slug),
  '/hpmor': (data) => featuredMarkdown(data, 'hpmor'),
  '/hpmor/:slug': (data, _url, { slug = '' }) => postInCollectionMarkdown(data, 'hpmor', slug),
  '/highlights': (data) => featuredMarkdown(data, 'highlights'),
  '/highlights/:slug': (data, _url, { slug = '' }) => postInCollectionMarkdown(data, 'highlights', slug),
  '/editPost': draftMarkdown,
}

const routes = new RouteTable(pathsWithMarkdown.map((path) => ({ path, title: '', audience: 'everyone', offline: 'none' })))

/**
 * @param url path and query, canonical. @param html the page's HTML, for those that have nothing
 *   else.
 */
export async function markdownOf(data: MarkdownData, url: string, html: () => Promise<string>): Promise<MarkdownPage> {
  const address = new URL(url, data.site.origin)
  const match = routes.match(address.pathname)
  const maker = match === null ? undefined : makers[match.route.path as MarkdownPath] // the table was made of them
  if (match === null || maker === undefined) return notFound()
  if (maker !== 'from-html') return maker(data, address, match.params)
  const { markdownOfHtml } = await import('./from-html.ts')
  return markdownOfHtml(data, match.keyPath, await html())
}
