/**
 * What the pages of the wiki read: a page by its address, with its lenses, its family and who wrote
 * it.
 */
import type { MemberCard } from '../accounts/queries.ts'
import type { Query } from '../kernel/query.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post, Revision } from '../posts/schema.ts'
import type { Tag, TagChange, TagFlag } from './schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { links } from '../links.ts'
import { posts, revisions } from '../posts/schema.ts'
import { versionNamed } from '../posts/version-queries.ts'
import { contributions, tagChanges, tagFlags, tags, wikiLimits } from './schema.ts'

/** More pages than these are not drawn on one page. */
export const maxPages = 2_000

/** Those that stand; what others begin, in however great numbers, is not looked through. */
export const lensesOf = (pageId: string): Query<Tag> => lensesIn('lens', pageId)

export const deletedLensesOf = (pageId: string): Query<Tag> => lensesIn('deleted', pageId)

const lensesIn = (state: Tag['state'], pageId: string): Query<Tag> =>
  defineQuery({ table: tags, index: ['lensOf', 'state', 'lensOrder'], equals: [pageId, state], order: 'ascending', limit: 10 * wikiLimits.lenses }) // oxfmt-ignore

export const subTagsOf = (tagId: string): Query<Tag> =>
  defineQuery({ table: tags, index: ['parentTagId', 'order'], equals: [tagId], order: 'ascending', limit: 200 })

export const pagesByLikes = (limit: number = maxPages): Query<Tag> =>
  defineQuery({ table: tags, index: ['state', 'likes'], equals: ['page'], order: 'descending', limit })

export const newestPages = (limit: number): Query<Tag> =>
  defineQuery({ table: tags, index: ['state', 'createdAt'], equals: ['page'], order: 'descending', limit })

export const changedPages = (limit: number): Query<Tag> =>
  defineQuery({ table: tags, index: ['state', 'changedAt'], equals: ['page'], order: 'descending', limit })

/** Tags that wait, the longest first. */
export const proposedTags = (limit: number): Query<Tag> =>
  defineQuery({ table: tags, index: ['state', 'createdAt'], equals: ['proposed'], order: 'ascending', limit })

export const changesOf = (tagId: string, limit: number): Query<TagChange> =>
  defineQuery({ table: tagChanges, index: ['tagId', 'at'], equals: [tagId], order: 'descending', limit })

export const newestChanges = (limit: number): Query<TagChange> =>
  defineQuery({ table: tagChanges, index: ['at'], equals: [], order: 'descending', limit })

export const workFlags = (): Query<TagFlag> =>
  defineQuery({ table: tagFlags, index: ['isDeleted', 'order'], equals: [false], order: 'ascending', limit: wikiLimits.flags * 5 })

/** Where a page or lens is read; `null`: it has no address, or its page is not to be seen. */
export async function addressOfTag(read: Read, tag: Tag): Promise<{ readonly slug: string; readonly lens: string | null } | null> {
  if (tag.lensOf === null) return tag.slug === null ? null : { slug: tag.slug, lens: null }
  const page = await read.get(tags, tag.lensOf)
  return page === undefined || page.slug === null || tag.slug === null ? null : { slug: page.slug, lens: tag.slug }
}

/**
 * A text of the wiki has its place under the name of its page: for whoever comes by the address of
 * its post. With a comment, the discussion.
 * @returns `null` for what is no page yet, or not to be seen.
 */
export async function wikiAddress(read: Read, postId: string, search: string): Promise<string | null> {
  const tag = await read.get(tags, postId)
  const at = tag && (await addressOfTag(read, tag))
  if (!at) return null
  const given = new URLSearchParams(search)
  const commentId = given.get('commentId') ?? undefined
  const lens = at.lens ?? undefined
  if (commentId !== undefined) return links.wikiDiscussion(at.slug, { commentId, lens })
  return links.wiki(at.slug, { lens, revision: given.get('revision') ?? undefined })
}

/** A tag as it is named elsewhere. */
interface NamedTag {
  readonly id: string
  readonly name: string
  readonly href: string
}

export const nameOfTag = ({ id, name, slug }: Tag): NamedTag => ({ id, name, href: links.wiki(slug ?? id) })

export interface WikiText {
  /** The page; of a lens the page that it is a lens of. */
  readonly page: Tag
  readonly lens: Tag | null
  readonly post: Post
  readonly revision: Revision
}

/** The text of a page or of one of its lenses. `undefined`: there is none to be seen. */
export async function wikiText(read: Read, page: Tag, lens: Tag | null, version?: string): Promise<WikiText | undefined> {
  const post = await read.get(posts, (lens ?? page).id)
  if (post === undefined) return undefined
  const revision =
    version === undefined ? await read.get(revisions, post.revisionId ?? post.latestRevisionId) : await versionNamed(read, post, version)
  return revision && { page, lens, post, revision }
}

interface Contributor {
  readonly userId: string
  readonly card: MemberCard
  /** 0 to 1, of the words that stand. */
  readonly share: number
}

/** Whose words a version consists of, most first. */
export async function contributorsOf(read: Read, revisionId: string): Promise<readonly Contributor[]> {
  const found = await read.get(contributions, revisionId)
  if (found === undefined) return []
  const whole = found.entries.reduce((sum, { wordCount }) => sum + wordCount, 0)
  const cards = await memberCards(
    read,
    found.entries.map(({ userId }) => userId),
  )
  return found.entries
    .filter(({ wordCount }) => wordCount > 0)
    .map(({ userId, wordCount }) => ({ userId, card: cards.get(userId) ?? unknownMember, share: wordCount / whole }))
}
