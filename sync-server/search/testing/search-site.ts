import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { SearchAsked } from '#shared/search/params.ts'
import { authorships, posts, revisions } from '#shared/posts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { quickResults, searchResults } from '#shared/search/search.ts'
import { aComment, aMember, aPost, idOf, namedRels, namedTags, paragraph, T0 } from '#shared/testing/factories.ts'
import { openStore } from '#server/store/open-store.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import type { productPlaces } from '#server/store/testing/product-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openIndex, searchEngine } from '../engine.ts'

export const ada = aMember({
  id: idOf(100),
  displayName: 'Ada Example',
  userName: 'ada',
  slug: 'ada',
  userNameKey: 'ada',
  displayNameKey: 'ada example',
})
export const bo = aMember({
  id: idOf(101),
  displayName: 'Bo Ström',
  userName: 'bo',
  slug: 'bo',
  userNameKey: 'bo',
  displayNameKey: 'bo strom',
})

/**
 * A store with an engine beside it, which looks for itself: nothing tells it of commits but the
 * search that waits for them.
 */
export async function aSite(place: (typeof productPlaces)[number][1]) {
  const { address, remove } = await place()
  const openHere = () => openStore(address, serverRegistry.tables, serverRegistry.migrations)
  let store = await openHere()
  const begin = async () => searchEngine({ store, index: await openIndex(address), now: () => T0, follow: { pollMs: 5 } })
  let engine = await begin()
  const write = async (work: (tx: StoreTransaction) => Promise<void>) => {
    await store.write(({ tx }) => work(tx))
    await engine.caughtUp()
  }
  const find = async (query: string, more: Partial<SearchAsked> = {}) => {
    const asked = { ...parseSearchParams(new URLSearchParams({ query })), ...more }
    return store.read((read) => searchResults(permittedRead(read, visitor, policies), engine, asked, T0 + 1_000))
  }
  await write(async (tx) => {
    await tx.put(members, ada)
    await tx.put(members, bo)
  })
  return {
    store: () => store,
    write,
    find,
    titles: async (query: string, more: Partial<SearchAsked> = {}) =>
      (await find(query, more)).hits.map((hit) =>
        (hit.kind === 'comments' ? hit.snippet : 'title' in hit ? hit.title : hit.name).map(({ text }) => text).join(''),
      ),
    quick: (typed: string, only?: 'users') =>
      quickResults((work) => store.read((read) => work(permittedRead(read, visitor, policies))), engine, typed, only),
    async restart() {
      await store.close()
      store = await openHere()
      engine = await begin()
      await engine.caughtUp()
    },
    stop: () => engine.close(),
    async close() {
      await engine.close()
      await store.close()
      await remove()
    },
  }
}

export async function putPost(tx: StoreTransaction, n: number, changes: Partial<Post>, text: string, karma = 1): Promise<Post> {
  const post = aPost({
    id: idOf(n),
    slug: `post-${n}`,
    title: `Title ${n}`,
    publishedAt: T0 + n,
    revisionId: idOf(n + 1_000),
    latestRevisionId: idOf(n + 1_000),
    authorId: ada.id,
    ...changes,
  })
  await tx.put(posts, post)
  await tx.put(authorships, { id: `${post.authorId}:${post.id}`, userId: post.authorId, postId: post.id, level: 'own', since: T0 })
  await tx.put(revisions, {
    id: idOf(n + 1_000),
    subjectKind: 'post',
    subjectId: post.id,
    postId: post.id,
    n: 1,
    version: '1.0.0',
    isDraft: post.status === 'draft',
    title: post.title,
    body: paragraph(text),
    wordCount: 3,
    authorId: post.authorId,
    at: T0,
  })
  await putKarma(tx, 'post', post.id, post.id, karma)
  for (const rel of namedRels(post)) await tx.put(tagRels, rel)
  for (const line of listingsOfPost(post, undefined, T0, namedTags(post))) await tx.put(listings, line)
  return post
}

export async function putComment(
  tx: StoreTransaction,
  n: number,
  post: Post,
  text: string,
  changes: Partial<Comment> = {},
): Promise<Comment> {
  const comment = aComment({
    id: idOf(n),
    rootId: idOf(n),
    postId: post.id,
    authorId: bo.id,
    body: paragraph(text),
    postedAt: T0 + n,
    ...changes,
  })
  await tx.put(comments, comment)
  return comment
}

export const putKarma = (tx: StoreTransaction, targetKind: 'post' | 'comment', id: string, postId: string, baseScore: number) =>
  tx.put(tallies, {
    id,
    targetKind,
    postId,
    baseScore,
    approvalVoteCount: 1,
    agreement: 0,
    agreementVoteCount: 0,
    maxBaseScore: Math.max(0, baseScore),
  })
