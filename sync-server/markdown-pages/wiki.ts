/**
 * Pages of the wiki in Markdown, with what stands around them, and the list of all (content.md 9).
 */
import type { Tag } from '#shared/wiki/schema.ts'
import type { WikiText } from '#shared/wiki/page-queries.ts'
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { commentsAtOnce } from '#shared/comments/queries.ts'
import { commentOrderOf } from '#shared/comments/offered-orders.ts'
import { feedOfTag } from '#shared/feed/listings-of-post.ts'
import { postList } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import { thread } from '#shared/posts/queries.ts'
import { addressOfTag, contributorsOf, lensesOf, pagesByLikes, subTagsOf, wikiText } from '#shared/wiki/page-queries.ts'
import { reliedUponBy, requirementsOf } from '#shared/wiki/requirements.ts'
import { tags, tagSorts } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { commentTree } from '#shared/comments/tree.ts'
import { tagMarkdown } from './lists.ts'
import { day, linkTo, parts, standalone, words } from './markdown.ts'
import { person, postLines, threadBlocks } from './rows.ts'
import { moved, notFound, page as markdownPage } from './markdown-page.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/** content.md 10.2 */
const postsShown = 12

/** `/w/:slug`, also of a lens and of an earlier version. */
export async function wikiMarkdown(data: MarkdownData, slug: string, url: URL): Promise<MarkdownPage> {
  const found = await placeOf(data, slug, url, (at) => links.wiki(at))
  if (found === null) return notFound()
  if ('elsewhere' in found) return found.elsewhere
  const { page, lens } = found
  const version = url.searchParams.get('version') ?? url.searchParams.get('revision') ?? undefined
  const text = await wikiText(data.read, page, lens, version)
  if (text === undefined) return notFound()
  const isOpen = (lens ?? page).state === (lens === null ? 'page' : 'lens')
  return markdownPage(links.wiki(page.slug ?? page.id, { lens: lens?.slug ?? undefined }), await bodyOf(data, text, url), {
    isIndexed: isOpen && !text.post.noIndex && version === undefined,
  })
}

/**
 * `/api/tag/:slug`: the page, under whatever name it had; the posts alone of a tag that has none.
 */
export async function tagPageMarkdown(data: MarkdownData, slug: string): Promise<MarkdownPage> {
  const tag = await holderOf(data.read, slug)
  const at = tag && (await addressOfTag(data.read, tag))
  if (!at || tag.state === 'placeholder') return tagMarkdown(data, slug)
  return wikiMarkdown(data, at.slug, new URL(links.wiki(at.slug, { lens: at.lens ?? undefined }), data.site.origin))
}

/** `/w/:slug/discussion` */
export async function wikiDiscussionMarkdown(data: MarkdownData, slug: string, url: URL): Promise<MarkdownPage> {
  const found = await placeOf(data, slug, url, (at) => links.wikiDiscussion(at))
  if (found === null) return notFound()
  if ('elsewhere' in found) return found.elsewhere
  const { page, lens } = found
  const discussion = await thread(data.read, { postId: (lens ?? page).id, commentLimit: commentsAtOnce })
  if (discussion === undefined) return notFound()
  const order = commentOrderOf(url.searchParams.get('view'), discussion.post)
  const blocks =
    discussion.comments.length === 0
      ? 'No comments yet.'
      : threadBlocks(data, discussion.post, commentTree(discussion.comments, order, data.now))
  const address = links.wikiDiscussion(page.slug ?? page.id, { lens: lens?.slug ?? undefined })
  return markdownPage(address, parts(`# Discussion of ${words((lens ?? page).name)}`, `- Page: ${nameOf(data, page)}`, blocks), {
    isIndexed: false,
  })
}

/** `/wikitags/all` */
export async function wikiTagsMarkdown(data: MarkdownData): Promise<MarkdownPage> {
  const pages = (await data.read.list(pagesByLikes())).toSorted((a, b) => compareNames(a.name, b.name))
  const cores = pages.filter(({ isCore }) => isCore).toSorted((a, b) => a.order - b.order)
  const lines = (found: readonly Tag[]): string =>
    found.map((tag) => `- ${nameOf(data, tag)}${tag.isWikiOnly ? '' : `, ${tag.postCount} posts`}`).join('\n')
  const others = pages.filter(({ isCore, coreTagId }) => !isCore && !cores.some(({ id }) => id === coreTagId))
  return markdownPage(
    links.wikiTags(),
    parts(
      '# Wiki & tags',
      'Wiki pages and tags.',
      ...cores.flatMap((core) => [
        `## ${nameOf(data, core)}`,
        lines(pages.filter(({ id, coreTagId }) => coreTagId === core.id && id !== core.id)),
      ]),
      ...(others.length === 0 ? [] : ['## Uncategorized', lines(others)]),
    ),
  )
}

interface Place {
  readonly page: Tag
  readonly lens: Tag | null
}

/** As the page's own load finds it. `null`: nothing is there. */
async function placeOf(
  { read }: MarkdownData,
  slug: string,
  { searchParams }: URL,
  address: (slug: string) => string,
): Promise<Place | { readonly elsewhere: MarkdownPage } | null> {
  const tag = await holderOf(read, slug)
  const at = tag && (await addressOfTag(read, tag))
  if (!at || tag.state === 'placeholder') return null
  if (at.lens !== null || at.slug !== slug) {
    const given = new URLSearchParams(searchParams)
    if (at.lens !== null) given.set('lens', at.lens)
    return { elsewhere: moved(`${address(at.slug)}${given.size === 0 ? '' : `?${String(given)}`}`) }
  }
  const wanted = searchParams.get('lens') ?? searchParams.get('l') ?? ''
  const lens = wanted === '' ? undefined : await holderOf(read, wanted)
  return { page: tag, lens: lens?.lensOf === tag.id && lens.state === 'lens' ? lens : null }
}

async function bodyOf(data: MarkdownData, text: WikiText, url: URL): Promise<string> {
  const { read, site } = data
  const { page, lens, post, revision } = text
  const shown = lens ?? page
  const lenses = await read.list(lensesOf(page.id))
  const below = (await read.list(subTagsOf(page.id))).filter(({ state }) => state === 'page')
  const [parent] = page.parentTagId === null ? [] : await read.getMany(tags, [page.parentTagId])
  const requires = await requirementsOf(read, page)
  const reliedUpon = await reliedUponBy(read, page)
  const people = await contributorsOf(read, revision.id)
  const sort = tagSorts.find((one) => one === url.searchParams.get('sortedBy')) ?? page.postsOrder
  const posts =
    page.isWikiOnly || lens !== null || page.slug === null ? [] : (await postList(read, feedOfTag(page.slug), sort, postsShown)).rows
  const facts = [
    `- URL: <${site.origin}${links.wiki(page.slug ?? page.id, { lens: lens?.slug ?? undefined })}>`,
    ...(lens === null ? [] : [`- A lens of ${nameOf(data, page)}`]),
    ...(parent === undefined ? [] : [`- Part of ${nameOf(data, parent)}`]),
    ...(below.length === 0 ? [] : [`- With ${namesOf(data, below)}`]),
    ...(requires.length === 0 ? [] : [`- Requires ${namesOf(data, requires)}`]),
    ...(reliedUpon.pages.length === 0
      ? []
      : [`- Relied upon by ${namesOf(data, reliedUpon.pages)}${reliedUpon.more === 0 ? '' : ` and ${reliedUpon.more} more`}`]),
    ...(people.length === 0
      ? []
      : [`- Written by ${people.map(({ card, share }) => `${person(data, card)} (${Math.round(100 * share)}%)`).join(', ')}`]),
    `- Version: ${revision.version}, ${day(revision.at)}`,
    `- Comments: ${post.commentCount}`,
    ...(lens !== null || lenses.length === 0 ? [] : [`- Lenses: ${lenses.map((one) => linkTo(one.tabTitle || one.name, `${site.origin}${links.wiki(page.slug ?? page.id, { lens: one.slug ?? one.id })}`)).join(', ')}`]), // oxfmt-ignore
  ]
  const summaries = lens === null ? page.summaries : []
  return parts(
    `# ${words(shown.name)}`,
    facts.join('\n'),
    ...summaries.flatMap(({ tabTitle, text: said }) => [`## Summary${tabTitle === '' ? '' : `: ${words(tabTitle)}`}`, words(said)]),
    '## Text',
    revision.wordCount === 0 ? 'This page is empty.' : data.markdown(standalone(revision.body, site.origin)),
    ...(posts.length === 0 ? [] : [`## Posts tagged ${words(page.name)}`, postLines(data, posts)]),
  )
}

const nameOf = ({ site }: MarkdownData, { name, slug, id }: Tag): string => linkTo(name, `${site.origin}${links.wiki(slug ?? id)}`)

const namesOf = (data: MarkdownData, found: readonly Tag[]): string => found.map((tag) => nameOf(data, tag)).join(', ')
