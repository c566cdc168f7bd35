/**
 * What a hover card shows of a post, comment, member or tag: made by the server for all, and by a
 * device without a network from what it holds.
 */
import type { Read } from '../kernel/transaction.ts'
import type { Doc } from '../text/nodes.ts'
import type { PreviewCard } from './page-data.ts'
import { memberBySlug, memberCards, karmaStatsOf, unknownMember } from '../accounts/queries.ts'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { hidesScores } from '../comments/scores.ts'
import { feedOfTag } from '../feed/listings-of-post.ts'
import { listings } from '../feed/schema.ts'
import { isId } from '../kernel/ids.ts'
import { defineQuery } from '../kernel/query.ts'
import { slugify } from '../kernel/slug.ts'
import { links } from '../links.ts'
import { postBySlug } from '../posts/queries.ts'
import { posts, revisions } from '../posts/schema.ts'
import { excerpt, readingMinutes } from '../text/measure.ts'
import { anchors, formerAnchors } from '../text/outline.ts'
import { readingOrder } from '../sequences/queries.ts'
import { sequences } from '../sequences/schema.ts'
import { tallies } from '../votes/schema.ts'
import { ownersOf } from '../wiki/access.ts'
import { presentTag, relsOf } from '../wiki/tag-vote-queries.ts'
import { tagsShown } from '../wiki/tag-vote-rules.ts'
import { tags } from '../wiki/schema.ts'
import { holderOf } from '../wiki/slugs.ts'
import { shortened } from '../text/shorten.ts'

const excerptCharacters = { post: 2_400, comment: 900, bio: 300 } as const
const titlesOfTag = 3
/** An anchor is made from a heading's words, and never longer. */
const longestAnchor = 80

interface PreviewTarget {
  readonly kind: 'post' | 'comment' | 'member' | 'tag' | 'sequence'
  /** Of a member or a post: slug or id; of a tag: its slug; of a sequence: its id. */
  readonly id: string
  /** The heading from which on a post is shown; `''`: from the beginning. */
  readonly anchor: string
}

interface PreviewOptions {
  /** A device has neither the sums of members nor the lists of tags. */
  readonly hasSums: boolean
}

/**
 * What a link on this site points at, as far as there are cards for it. `url`: path, query and
 * hash.
 */
export function previewTarget(url: unknown): PreviewTarget | null {
  if (typeof url !== 'string' || url.length > 1_000 || !url.startsWith('/') || url.startsWith('//')) return null
  const parsed = parts(url)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parsed.path.slice(1).split('/')
  switch (first.toLowerCase()) {
    case 'events':
    case 'posts': {
      const hash = decoded(parsed.hash) ?? ''
      const commentId = [parsed.query.get('commentId'), fourth === 'comment' ? fifth : null, hash].find((id) => id && isId(id))
      if (commentId) return { kind: 'comment', id: commentId, anchor: '' }
      const anchor = /^[\p{L}\p{N}-]+$/u.test(hash) && hash.length <= longestAnchor ? hash : ''
      const id = second === 'slug' ? decoded(third)?.slice(0, 200) : second
      return id !== undefined && id !== '' && (second === 'slug' || isId(id)) ? { kind: 'post', id, anchor } : null
    }
    case 's':
      if (third === '' && isId(second)) return { kind: 'sequence', id: second, anchor: '' }
      return third === 'p' && isId(fourth) ? { kind: 'post', id: fourth, anchor: '' } : null
    case 'sequences':
      return isId(second) && third === '' ? { kind: 'sequence', id: second, anchor: '' } : null
    case 'rationality':
    case 'codex':
    case 'hpmor':
    case 'highlights': {
      const slug = decoded(second)?.slice(0, 200)
      return slug ? { kind: 'post', id: slug, anchor: '' } : null
    }
    case 'users': {
      const slug = decoded(second)?.slice(0, 200)
      return slug ? { kind: 'member', id: slug, anchor: '' } : null
    }
    case 'w': {
      const slug = decoded(second)?.slice(0, 200)
      return slug && third === '' ? { kind: 'tag', id: slug, anchor: '' } : null
    }
    case 'allposts': {
      const tag = parsed.query.get('tag')
      return tag && tag.length <= 100 ? { kind: 'tag', id: slugify(tag), anchor: '' } : null
    }
    default:
      return null
  }
}

/**
 * @param read permitted: nothing that its viewer may not see is in a card. `null`: absent, or
 *   hidden.
 */
export function previewCard(read: Read, target: PreviewTarget, options: PreviewOptions): Promise<PreviewCard | null> {
  switch (target.kind) {
    case 'post':
      return postCard(read, target)
    case 'comment':
      return commentCard(read, target.id)
    case 'member':
      return memberCard(read, target.id, options)
    case 'tag':
      return tagCard(read, target.id, options)
    case 'sequence':
      return sequenceCard(read, target.id)
  }
}

async function postCard(read: Read, { id, anchor }: PreviewTarget): Promise<PreviewCard | null> {
  const post = isId(id) ? await read.get(posts, id) : await postBySlug(read, id)
  if (post === undefined || post.revisionId === null) return null
  const authorIds = ownersOf(post)
  const cards = await memberCards(read, authorIds)
  const revision = await read.get(revisions, post.revisionId)
  return {
    kind: 'post',
    url: links.post(post),
    title: post.title,
    authors: authorIds.map((authorId) => cards.get(authorId) ?? unknownMember).map(({ name, slug }) => ({ name, slug })),
    publishedAt: post.publishedAt,
    minutes: readingMinutes(post.wordCount, post.readMinutes),
    commentCount: post.commentCount,
    karma: (await read.get(tallies, post.id))?.baseScore ?? 0,
    tags: tagsShown(post, await read.list(relsOf(post.id))).map(({ name }) => name),
    text: revision === undefined ? post.excerpt : excerpt(fromAnchor(revision.body, anchor), excerptCharacters.post),
    lang: post.lang,
    picture: post.imageUrl,
  }
}

/** The text from a heading on; all of it where there is no such heading. */
function fromAnchor(doc: Doc, anchor: string): Doc {
  if (anchor === '') return doc
  const [places, former] = [anchors(doc), formerAnchors(doc)]
  const wanted = [anchor, `h-${anchor}`]
  const at = doc.content.findIndex((node) => wanted.includes(places.get(node) ?? '') || wanted.includes(former.get(node) ?? ''))
  return at <= 0 ? doc : { ...doc, content: doc.content.slice(at) }
}

async function commentCard(read: Read, id: string): Promise<PreviewCard | null> {
  const comment = await read.get(comments, id)
  const post = comment && (await read.get(posts, comment.postId))
  if (comment === undefined || post === undefined || comment.removedBy !== null || comment.rejectedReason !== undefined) return null
  const { name, slug } = (await memberCards(read, [comment.authorId])).get(comment.authorId) ?? unknownMember
  return {
    kind: 'comment',
    url: links.commentInThread(post, id),
    postTitle: post.title,
    author: { name, slug },
    postedAt: comment.postedAt,
    karma: hidesScores(post) ? null : ((await read.get(tallies, id))?.baseScore ?? 0),
    text: excerpt(comment.body, excerptCharacters.comment),
  }
}

async function memberCard(read: Read, slugOrId: string, { hasSums }: PreviewOptions): Promise<PreviewCard | null> {
  const member = (await memberBySlug(read, slugOrId)) ?? (isId(slugOrId) ? await read.get(members, slugOrId) : undefined)
  if (member === undefined) return null
  const karmaStats = hasSums ? await karmaStatsOf(read, member.id) : null
  const text = shortened(member.bio, excerptCharacters.bio)
  return {
    kind: 'member',
    id: member.id,
    url: links.user(member.slug),
    name: member.displayName,
    joinedAt: member.joinedAt,
    karma: karmaStats?.karma ?? null,
    postCount: karmaStats?.postCount ?? null,
    commentCount: karmaStats?.commentCount ?? null,
    text,
  }
}

/** A page of the wiki, or a tag that has none yet. */
async function tagCard(read: Read, slug: string, { hasSums }: PreviewOptions): Promise<PreviewCard | null> {
  const [named] = await read.list(defineQuery({ table: tags, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 }))
  const holder = named ?? (hasSums ? await holderOf(read, slug) : undefined)
  const tag = holder && (await presentTag(read, holder))
  if (!tag) return null
  const query = defineQuery({
    table: listings,
    index: ['feed', 'at'],
    equals: [feedOfTag(tag.slug ?? '')],
    order: 'descending',
    limit: titlesOfTag,
  })
  const lines = hasSums ? await read.list(query) : []
  const newest = await read.getMany(
    posts,
    lines.map(({ postId }) => postId),
  )
  return {
    kind: 'tag',
    url: links.wiki(tag.slug ?? ''),
    name: tag.name,
    postCount: tag.postCount,
    titles: newest.map(({ title }) => title),
    text: (tag.summaries[0]?.text ?? (await read.get(posts, tag.id))?.excerpt ?? '').slice(0, excerptCharacters.bio),
  }
}

/** Drawn as that of a tag: both are posts under a name. */
async function sequenceCard(read: Read, id: string): Promise<PreviewCard | null> {
  const sequence = await read.get(sequences, id)
  if (sequence === undefined || sequence.removedAt !== null) return null
  const steps = (await readingOrder(read, id)).flatMap(({ post }) => post ?? [])
  return {
    kind: 'tag',
    url: links.sequence(id),
    name: sequence.title === '' ? 'Untitled' : sequence.title,
    postCount: steps.length,
    titles: steps.slice(0, titlesOfTag).map(({ title }) => title),
    text: excerpt(sequence.body, excerptCharacters.bio),
  }
}

function parts(url: string): { readonly path: string; readonly query: ReadonlyMap<string, string>; readonly hash: string } {
  const [beforeHash = '', hash = ''] = url.split('#', 2)
  const [path = '', search = ''] = beforeHash.split('?', 2)
  const pairs = search.split('&').map((pair) => pair.split('=', 2).map((part) => decoded(part.replaceAll('+', ' ')) ?? ''))
  return { path, query: new Map(pairs.map(([name = '', value = '']) => [name, value])), hash }
}

/** `null` when it is no encoded text at all. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
