/**
 * What was found, as it is shown. It reads through a permitted reader and asks `rules.ts` once
 * more, so that an index that has not heard of a removal yet shows nothing it should not; text
 * comes from the rows, never from the index. A word in a spoiler finds its text, and no snippet
 * shows it.
 */
import type { MemberCard } from '../accounts/queries.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post } from '../posts/schema.ts'
import type { Piece } from './highlight.ts'
import type { SearchKind } from './params.ts'
import type { SearchPlan } from './plan.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { members, karmaStats } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { hidesScores } from '../comments/scores.ts'
import { listings } from '../feed/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { links } from '../links.ts'
import { posts, revisions } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { visibleText } from '../text/measure.ts'
import { tallies } from '../votes/schema.ts'
import { relsOf } from '../wiki/tag-vote-queries.ts'
import { holderOf } from '../wiki/slugs.ts'
import { marked, snippet } from './highlight.ts'
import { isFindableComment, isFindableMember, isFindablePost, isFindableSequence } from './rules.ts'

export interface HitAuthor {
  readonly name: string
  readonly slug: string
}

interface HitOfAnything {
  readonly id: string
  readonly href: string
}

export interface PostHit extends HitOfAnything {
  readonly kind: 'posts'
  readonly title: readonly Piece[]
  readonly authors: readonly HitAuthor[]
  readonly at: number
  readonly karma: number
  readonly commentCount: number
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** It is a winner of that year's review. */
  readonly wonIn?: number
  /** One's own, on one's own device alone. */
  readonly isDraft?: true
  readonly snippet: readonly Piece[]
}

export interface CommentHit extends HitOfAnything {
  readonly kind: 'comments'
  readonly postTitle: string
  readonly author: HitAuthor
  readonly at: number
  /** `null`: hidden by the authors of its post. */
  readonly karma: number | null
  readonly snippet: readonly Piece[]
}

export interface TagHit extends HitOfAnything {
  readonly kind: 'tags'
  readonly name: readonly Piece[]
  readonly postCount: number
}

export interface SequenceHit extends HitOfAnything {
  readonly kind: 'sequences'
  readonly title: readonly Piece[]
  readonly author: HitAuthor
  readonly at: number
  readonly snippet: readonly Piece[]
}

export interface UserHit extends HitOfAnything {
  readonly kind: 'users'
  readonly name: readonly Piece[]
  /** `null`: not known on this device. */
  readonly earned: { readonly karma: number; readonly postCount: number; readonly commentCount: number } | null
  readonly snippet: readonly Piece[]
}

export type Hit = PostHit | CommentHit | TagHit | SequenceHit | UserHit

export const snippetCharacters = { posts: 260, comments: 260, sequences: 260, users: 160 } as const

/**
 * The rows behind these ids, in their order; what may not be shown is left out.
 * @param isQuick for a list in which posts have their titles alone: their texts are not read.
 */
export async function hitsOf(
  read: Read,
  kind: SearchKind,
  ids: readonly string[],
  plan: SearchPlan,
  isQuick = false,
): Promise<readonly Hit[]> {
  if (ids.length === 0) return []
  switch (kind) {
    case 'posts':
      return postHits(read, ids, plan, isQuick)
    case 'comments':
      return commentHits(read, ids, plan)
    case 'tags':
      return tagHits(read, ids, plan)
    case 'sequences':
      return sequenceHits(read, ids, plan)
    case 'users':
      return userHits(read, ids, plan)
  }
}

async function postHits(read: Read, ids: readonly string[], plan: SearchPlan, isQuick: boolean): Promise<readonly PostHit[]> {
  const karmas = await karmaOf(read, ids)
  const found = (await read.getMany(posts, ids)).filter((post) => isFindablePost(post, karmas.get(post.id) ?? 0))
  const cards = await memberCards(
    read,
    found.flatMap(({ authorId, coauthorIds }) => [authorId, ...coauthorIds]),
  )
  const texts = await read.getMany(revisions, isQuick ? [] : found.flatMap(({ revisionId }) => revisionId ?? []))
  const textById = new Map(texts.map((revision) => [revision.id, revision]))
  return found.map((post) => {
    const revision = textById.get(post.revisionId ?? '')
    const text = isQuick ? '' : revision === undefined || revision.isDraft ? post.excerpt : visibleText(revision.body)
    return postHit(post, text, karmas.get(post.id) ?? 0, cards, plan)
  })
}

/** @param text of what the reader may see. */
function postHit(post: Post, text: string, karma: number, cards: ReadonlyMap<string, MemberCard>, plan: SearchPlan): PostHit {
  return {
    kind: 'posts',
    id: post.id,
    href: links.post(post),
    title: marked(post.title === '' ? 'Untitled' : post.title, plan),
    authors: [post.authorId, ...post.coauthorIds].map((id) => authorOf(cards, id)),
    at: post.publishedAt ?? post.createdAt,
    karma,
    commentCount: post.commentCount,
    lang: post.lang,
    dir: post.direction,
    ...(post.wonIn !== undefined && { wonIn: post.wonIn }),
    snippet: snippet(text, plan, snippetCharacters.posts),
  }
}

async function commentHits(read: Read, ids: readonly string[], plan: SearchPlan): Promise<readonly CommentHit[]> {
  const found = await read.getMany(comments, ids)
  const postsById = new Map((await read.getMany(posts, [...new Set(found.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  const karmas = await karmaOf(read, ids)
  const cards = await memberCards(
    read,
    found.map(({ authorId }) => authorId),
  )
  return found.flatMap((comment) => {
    const post = postsById.get(comment.postId)
    if (post === undefined || !isFindableComment(comment, post)) return []
    return [
      {
        kind: 'comments' as const,
        id: comment.id,
        href: links.commentInThread(post, comment.id),
        postTitle: post.title,
        author: authorOf(cards, comment.authorId),
        at: comment.postedAt,
        karma: hidesScores(post) ? null : (karmas.get(comment.id) ?? 0),
        snippet: snippet(visibleText(comment.body), plan, snippetCharacters.comments),
      },
    ]
  })
}

async function tagHits(read: Read, slugs: readonly string[], plan: SearchPlan): Promise<readonly TagHit[]> {
  const found = await Promise.all(
    slugs.map(async (slug) => {
      const tag = await findableTag(read, slug)
      return tag === null
        ? []
        : [
            {
              kind: 'tags' as const,
              id: slug,
              href: links.wiki(slug),
              name: marked(tag.name, plan),
              postCount: tag.postCount,
            },
          ]
    }),
  )
  return found.flat()
}

/** A tag that is applied to public posts; `null` when it is to none. */
export async function tagOf(
  read: Read,
  slug: string,
): Promise<{ readonly name: string; readonly slug: string; readonly postCount: number } | null> {
  const ofTag = defineQuery({ table: listings, index: ['feed', 'at'], equals: [`tag:${slug}`], order: 'descending', limit: 1 })
  const [line] = await read.list(ofTag)
  if (line === undefined) return null
  const rels = await read.list(relsOf(line.postId))
  const named = rels.find(({ tag }) => tag.slug === slug || tag.oldSlugs?.includes(slug))
  return { name: named?.tag.name ?? slug, slug: named?.tag.slug ?? slug, postCount: await read.count(ofTag) }
}

/**
 * What is found by the name of a tag: one that posts carry, or a page of the wiki that none does.
 */
export async function findableTag(read: Read, slug: string): ReturnType<typeof tagOf> {
  const carried = await tagOf(read, slug)
  if (carried !== null) return carried
  const page = await holderOf(read, slug)
  return page?.state === 'page' && page.slug === slug ? { name: page.name, slug, postCount: 0 } : null
}

async function sequenceHits(read: Read, ids: readonly string[], plan: SearchPlan): Promise<readonly SequenceHit[]> {
  const found = (await read.getMany(sequences, ids)).filter(isFindableSequence)
  const cards = await memberCards(
    read,
    found.map(({ authorId }) => authorId),
  )
  return found.map((sequence) => ({
    kind: 'sequences',
    id: sequence.id,
    href: links.sequence(sequence.id),
    title: marked(sequence.title, plan),
    author: authorOf(cards, sequence.authorId),
    at: sequence.publishedAt ?? sequence.createdAt,
    snippet: snippet(visibleText(sequence.body), plan, snippetCharacters.sequences),
  }))
}

async function userHits(read: Read, ids: readonly string[], plan: SearchPlan): Promise<readonly UserHit[]> {
  const found = (await read.getMany(members, ids)).filter(isFindableMember)
  const earned = new Map((await read.getMany(karmaStats, ids)).map((stats) => [stats.id, stats]))
  return found.map((member) => {
    const { karma = 0, postCount = 0, commentCount = 0 } = earned.get(member.id) ?? {}
    return {
      kind: 'users',
      id: member.id,
      href: links.user(member.slug),
      name: marked(member.displayName, plan),
      earned: { karma, postCount, commentCount },
      snippet: snippet(member.bio, plan, snippetCharacters.users),
    }
  })
}

async function karmaOf(read: Read, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await read.getMany(tallies, ids)).map(({ id, baseScore }) => [id, baseScore]))
}

function authorOf(cards: ReadonlyMap<string, MemberCard>, id: string): HitAuthor {
  const { name, slug } = cards.get(id) ?? unknownMember
  return { name, slug }
}
