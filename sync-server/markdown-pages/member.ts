/** A member's page (content.md 7.1). */
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { memberByAddress, karmaStatsOf } from '#shared/accounts/queries.ts'
import { recentCommentsOf } from '#shared/comments/queries.ts'
import { postList, postSorts } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import { day, parts, words } from './markdown.ts'
import { postLines, commentLines } from './rows.ts'
import { moved, notFound, page } from './markdown-page.ts'

const figures = { posts: 20, maxPosts: 200, comments: 10 } as const

export async function userMarkdown(data: MarkdownData, slug: string, search = new URLSearchParams()): Promise<MarkdownPage> {
  const { read } = data
  const member = await memberByAddress(read, slug)
  if (member === undefined) return notFound()
  if (member.slug !== slug) return moved(links.user(member.slug) + (search.size === 0 ? '' : `?${search}`))
  const sort = postSorts.find((name) => name === search.get('sortedBy')) ?? 'new'
  const given = Number(search.get('limit'))
  const limit = Number.isInteger(given) && given > figures.posts ? Math.min(given, figures.maxPosts) : figures.posts
  const { karma, postCount, commentCount } = await karmaStatsOf(read, member.id)
  const written = await postList(read, `author:${member.id}`, sort, limit)
  const said = await recentCommentsOf(read, member.id, figures.comments)
  const { links: ownLinks = [], interests = [] } = member
  const bio = member.bio.split(/\n{2,}/u).map(words)
  const body = parts(
    `# ${words(member.displayName)}`,
    [`- Joined: ${day(member.joinedAt)}`, `- Karma: ${karma}`, `- Posts: ${postCount}`, `- Comments: ${commentCount}`].join('\n'),
    ...(member.bio === '' ? [] : ['## About', ...bio]),
    ...(interests.length === 0 ? [] : ['## Interests', interests.map((interest) => `- ${words(interest)}`).join('\n')]),
    ...(ownLinks.length === 0 ? [] : ['## Links', ownLinks.map((url) => `- <${url}>`).join('\n')]),
    ...(written.rows.length === 0 ? [] : ['## Posts', postLines(data, written.rows)]),
    ...(said.length === 0 ? [] : ['## Comments', commentLines(data, said)]),
  )
  return page(links.user(member.slug), body, { isIndexed: karma > 0 && postCount + commentCount > 0 })
}
