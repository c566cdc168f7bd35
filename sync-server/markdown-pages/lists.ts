/**
 * Pages that list: the front page, all posts and tags, questions, dialogues, quick takes, the
 * leaderboard (content.md 5 and 6).
 */
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { memberCards } from '#shared/accounts/queries.ts'
import { quickTakeThreads, discussionOfAll } from '#shared/comments/queries.ts'
import { commentTree } from '#shared/comments/tree.ts'
import { archive, isoDay, parseArchiveParams } from '#shared/feed/archive.ts'
import { boardFigures, boards } from '#shared/feed/board-schema.ts'
import { frontPage } from '#shared/feed/front.ts'
import { postList } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import { tagOf } from '#shared/search/results.ts'
import { address, parts, words } from './markdown.ts'
import { person, postLines, commentLines, threadBlocks } from './rows.ts'
import { notFound, page } from './markdown-page.ts'

/** content.md 10.2 */
const front = { curated: 3, latest: 6, recent: 6 } as const
const ofTag = 12
const alone = 20
const maxTakes = 200

export async function homeMarkdown(data: MarkdownData): Promise<MarkdownPage> {
  const { site } = data
  const curated = await postList(data.read, 'curated', 'new', front.curated)
  const { stickies, rows } = await frontPage(data.read, { sort: 'ranked', limit: front.latest, now: data.now })
  const body = parts(
    `# ${words(site.name)}`,
    words(site.tagline),
    `For programs: <${address(`${site.origin}${links.llms()}`)}>`,
    section('Curated', postLines(data, curated.rows)),
    section('Latest', postLines(data, [...stickies, ...rows].slice(0, front.latest))),
    section('Recent comments', commentLines(data, await recentComments(data, front.recent))),
  )
  return page(links.front(), body)
}

/** The front page's list as everybody has it. */
export async function latestMarkdown(data: MarkdownData, limit = alone): Promise<MarkdownPage> {
  const { stickies, rows } = await frontPage(data.read, { sort: 'ranked', limit, now: data.now })
  return page(links.front(), parts('# Latest posts', postLines(data, [...stickies, ...rows].slice(0, limit))))
}

export async function curatedMarkdown(data: MarkdownData, limit = alone): Promise<MarkdownPage> {
  const { rows } = await postList(data.read, 'curated', 'new', limit)
  return page(links.recommendations(), parts('# Curated posts', postLines(data, rows)))
}

/** What was said last, all over the site. */
export async function recentMarkdown(data: MarkdownData, limit = alone): Promise<MarkdownPage> {
  return page(links.allComments(), parts('# Recent comments', commentLines(data, await recentComments(data, limit))))
}

async function recentComments({ read, now }: MarkdownData, limit: number) {
  return (await discussionOfAll(read, { order: 'latest', minKarma: -4, limit, now })).rows
}

/** Its best posts. */
export async function tagMarkdown(data: MarkdownData, slug: string): Promise<MarkdownPage> {
  const tag = await tagOf(data.read, slug)
  if (tag === null) return notFound()
  const { rows } = await postList(data.read, `tag:${slug}`, 'top', ofTag)
  const canonical = links.allPosts({ tag: slug, timeframe: 'allTime' })
  return page(canonical, parts(`# ${words(tag.name)}`, `Posts: ${tag.postCount}`, postLines(data, rows)))
}

export async function allPostsMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const { params } = parseArchiveParams(url.searchParams)
  const { blocks } = await archive(data.read, params, data.now)
  const name = params.tag === null ? undefined : (await tagOf(data.read, params.tag))?.name
  const body = parts(
    params.tag === null ? '# All posts' : `# Posts on ${words(name ?? params.tag)}`,
    ...blocks.map((block) => {
      const lines = postLines(data, block.rows)
      const more = block.total > block.rows.length ? `\n- and ${block.total - block.rows.length} more` : ''
      return block.from === 0 ? lines : section(`${isoDay(block.from)} to ${isoDay(block.until - 1)}`, lines + more)
    }),
  )
  const canonical = params.tag === null ? links.allPosts() : links.allPosts({ tag: params.tag, timeframe: 'allTime' })
  return page(canonical, body, { isIndexed: url.search === '' })
}

export async function questionsMarkdown(data: MarkdownData): Promise<MarkdownPage> {
  const top = await postList(data.read, 'questions', 'top', 5)
  const recent = await postList(data.read, 'questions', 'recentComments', 12)
  return page(
    links.questions(),
    parts('# Questions', section('Best', postLines(data, top.rows)), section('Recently discussed', postLines(data, recent.rows))),
  )
}

export async function dialoguesMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const { rows } = await postList(data.read, 'dialogues', 'recentComments', limitOf(url, alone, 1_000))
  return page(links.dialogues(), parts('# Dialogues', postLines(data, rows)))
}

export async function quickTakesMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const { threads } = await quickTakeThreads(data.read, limitOf(url, alone, maxTakes))
  const blocks = threads.map(({ post, comments }) => threadBlocks(data, post, commentTree(comments, 'postCommentsOld', data.now)))
  return page(links.quickTakes(), parts('# Quick takes', ...blocks.map((block) => parts('---', block))))
}

export async function leaderboardMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const period = url.searchParams.get('period') === 'month' ? 'month' : 'allTime'
  const lines = ((await data.read.get(boards, period))?.lines ?? []).slice(0, limitOf(url, boardFigures.step, boardFigures.most))
  const cards = await memberCards(
    data.read,
    lines.map(({ userId }) => userId),
  )
  const rows = lines.flatMap(({ userId, karma }) => {
    const card = cards.get(userId)
    return card === undefined ? [] : [`1. ${person(data, card)}, ${karma} karma`]
  })
  const asked = { period: period === 'month' ? period : undefined } as const
  return page(links.leaderboard(asked), parts(`# Leaderboard${period === 'month' ? ' of the last 30 days' : ''}`, rows.join('\n')))
}

function section(title: string, lines: string): string {
  return lines === '' ? '' : parts(`## ${words(title)}`, lines)
}

function limitOf(url: URL, first: number, most: number): number {
  const given = Number(url.searchParams.get('limit'))
  return Number.isInteger(given) && given > first ? Math.min(given, most) : first
}
