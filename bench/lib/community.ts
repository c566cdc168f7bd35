import type { Doc } from '#shared/text/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Store } from '#server/store/port.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aComment, aMember, aPost, someKarmaStats, idOf } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'
import { prose } from './prose.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface CommunityOptions {
  readonly posts: number
  /** The first posts have threads of so many comments; the others have none. */
  readonly threads?: readonly number[]
  /** How long the newest essays and the comments are, in paragraphs of sixty words: 40 and 2. */
  readonly lengths?: Lengths
  readonly now: number
}

interface Lengths {
  readonly essay: number
  readonly comment: number
}

const memberCount = 50
/** What one transaction holds. */
const postsPerBatch = 500
/** The newest are as long as essays are; the rest only stand in lists. */
const fullEssays = 60
const usualLengths: Lengths = { essay: 40, comment: 2 }

export const memberIdOf = (n: number): string => idOf(1_000 + (n % memberCount))
const slugOf = (n: number): string => `essay-${n}`

/** The post of number `n` in a filled store. */
export const postAddress = (n: number) => ({ id: idOf(1_000_000 + n), slug: slugOf(n) })
export const memberSlug = 'member-0'

/**
 * Fills an empty store with so many essays, straight through the store: what is measured is
 * reading, and 100,000 essays by their mutations would take longer than all the rest. Lists are
 * derived by the product's own code.
 */
export async function fillCommunity(
  store: Store,
  { posts: postCount, threads = [], lengths = usualLengths, now }: CommunityOptions,
): Promise<void> {
  await store.write(async ({ tx }) => {
    for (let n = 0; n < memberCount; n++) await putMember(tx, n, now)
  })
  for (let from = 0; from < postCount; from += postsPerBatch) {
    await store.write(async ({ tx }) => {
      for (let n = from; n < Math.min(from + postsPerBatch, postCount); n++)
        await putPost(tx, n, { commentCount: threads[n] ?? 0, lengths, at: now - (n + 1) * hourMs, now })
    })
  }
}

async function putMember(tx: Transaction, n: number, now: number): Promise<void> {
  const name = `Member ${n}`
  const key = `member-${n}`
  const joinedAt = now - 9_000 * 24 * hourMs
  await tx.put(
    members,
    aMember({
      id: memberIdOf(n),
      userName: key,
      userNameKey: key,
      displayName: name,
      displayNameKey: name.toLowerCase(),
      slug: key,
      joinedAt,
    }),
  )
  await tx.put(karmaStats, someKarmaStats({ id: memberIdOf(n), karma: 10 * n }))
}

interface PostOptions {
  readonly commentCount: number
  readonly lengths: Lengths
  readonly at: number
  readonly now: number
}

async function putPost(tx: Transaction, n: number, { commentCount, lengths, at, now }: PostOptions): Promise<void> {
  const { id } = postAddress(n)
  const revisionId = idOf(2_000_000 + n)
  const authorId = memberIdOf(n)
  const paragraphs = n < fullEssays ? lengths.essay : 4
  const body = essay(n, paragraphs)
  const post: Post = aPost({
    id,
    authorId,
    title: `Essay ${n}: on the keeping of small clocks`,
    slug: slugOf(n),
    createdAt: at,
    publishedAt: at,
    frontpageAt: n % 3 === 0 ? null : at,
    curatedAt: n % 50 === 0 ? at : null,
    revisionId,
    latestRevisionId: revisionId,
    wordCount: paragraphs * 60,
    tags: [`subject ${n % 20}`],
    commentCount,
    lastCommentedAt: commentCount === 0 ? null : now,
  })
  await tx.put(posts, post)
  await tx.put(revisions, {
    id: revisionId,
    subjectKind: 'post',
    subjectId: id,
    postId: id,
    n: 1,
    version: '1.0.0',
    isDraft: false,
    title: post.title,
    body,
    wordCount: post.wordCount,
    authorId,
    at,
  })
  await tx.put(tallies, {
    id,
    targetKind: 'post',
    postId: id,
    baseScore: n % 97,
    approvalVoteCount: n % 23,
    agreement: 0,
    agreementVoteCount: 0,
    maxBaseScore: n % 97,
  })
  await updateListings(tx, post, now)
  for (let m = 0; m < commentCount; m++) await putComment(tx, n, m, lengths.comment, at + m * 60_000)
}

/** Every third comment opens a branch, the others answer the one before. */
async function putComment(tx: Transaction, post: number, m: number, paragraphs: number, postedAt: number): Promise<void> {
  const postId = postAddress(post).id
  const idAt = (n: number) => idOf(500_000_000 + post * 10_000 + n)
  const root = m - (m % 3)
  await tx.put(
    comments,
    aComment({
      id: idAt(m),
      postId,
      parentId: m === root ? null : idAt(m - 1),
      rootId: idAt(root),
      authorId: memberIdOf(m),
      body: essay(100_000 + post * 10_000 + m, paragraphs),
      postedAt,
    }),
  )
  await tx.put(tallies, {
    id: idAt(m),
    targetKind: 'comment',
    postId,
    baseScore: m % 11,
    approvalVoteCount: m % 5,
    agreement: 0,
    agreementVoteCount: 0,
    maxBaseScore: m % 11,
  })
}

/** So many paragraphs of sixty words, with a heading every eighth. */
function essay(seed: number, paragraphs: number): Doc {
  return {
    type: 'doc',
    content: Array.from({ length: paragraphs }, (_none, p) => {
      const isHeading = p % 8 === 7
      const content = [{ type: 'text' as const, text: prose(seed * 101 + p, isHeading ? 5 : 60) }]
      return isHeading ? { type: 'heading' as const, attrs: { level: 2 }, content } : { type: 'paragraph' as const, content }
    }),
  }
}
