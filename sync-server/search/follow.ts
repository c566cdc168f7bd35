/**
 * Keeps the index as the store is: follows the journal with a cursor of the index's own, and makes
 * everything anew when there is none that can be followed (a first start, another version of the
 * index, a store out of a backup, a journal that has forgotten). A document is put in as its row
 * stands when it is read, so a repeat changes nothing, and what has changed twice is looked at
 * twice. While it is made anew, what is there already is found.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Table, Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import type { Tally } from '#shared/votes/schema.ts'
import type { JournalRow, Store } from '#server/store/port.ts'
import type { Follower, FollowOptions } from '#server/sync/follow-journal.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isListed } from '#shared/posts/rules.ts'
import { authorships, posts } from '#shared/posts/schema.ts'
import { commentBoost, postBoost, userBoost } from '#shared/search/ranking.ts'
import { isFindablePost } from '#shared/search/rules.ts'
import { sequencesBy } from '#shared/sequences/queries.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { walkIndex } from '#server/store/walk-index.ts'
import { followJournal } from '#server/sync/follow-journal.ts'
import type { Changes, DocName, SearchDoc, SearchIndex } from './index-port.ts'
import { commentDoc, labelOf, memberDoc, postDoc, sequenceDoc, tagDoc, tagsOf } from './documents.ts'

export interface Indexing extends Follower {
  /** Everything public is in the index; `false` while it is being made. */
  isWhole(): boolean
}

interface IndexingOptions {
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly index: SearchIndex
  readonly now: () => number
  readonly follow?: Pick<FollowOptions, 'log' | 'pollMs'>
}

/** As a post's document holds them. */
const slugsIn = (label: string): readonly string[] => (label === '' ? [] : label.split(' '))

const consumer = 'search'
const atOnce = 100

export function startIndexing({ store, index, now, follow = {} }: IndexingOptions): Indexing {
  let isWhole = false
  let making = 0

  /** Where following goes on. Until it is known, nothing of the journal is handled. */
  async function ready(): Promise<number> {
    const state = await index.state()
    const floor = await store.read((read) => read.floor())
    making = state.making
    if (state.isWhole && state.epoch === store.meta.epoch && state.cursor >= floor) {
      isWhole = true
      return state.cursor
    }
    return anew()
  }

  async function anew(): Promise<number> {
    const from = await store.journal.position()
    // Known from now on, so that nothing is pruned which has still to be followed.
    await store.journal.moveCursor(consumer, from)
    making += 1
    await index.setState({ cursor: 0, epoch: store.meta.epoch, isWhole: false, making })
    await makeAnew()
    await index.sweep(making)
    await index.setState({ cursor: from, epoch: store.meta.epoch, isWhole: true, making })
    isWhole = true
    return from
  }

  async function makeAnew(): Promise<void> {
    const slugs = new Set<string>()
    await walk(posts, ['status', 'publishedAt'], ['published'], 'publishedAt', async (found) => {
      for (const post of found) {
        const doc = await store.read((read) => postDoc(read, post))
        if (doc === null) continue
        for (const slug of slugsIn(doc.label)) slugs.add(slug)
        await index.change({ put: [doc] }, making)
        await putCommentsOf(post.id)
      }
    })
    await walk(tags, ['state', 'createdAt'], ['page'], 'createdAt', async (found) => {
      for (const { slug } of found) if (slug !== null) slugs.add(slug)
    })
    await walk(members, ['joinedAt'], [], 'joinedAt', async (found) => {
      const docs = await store.read((read) => Promise.all(found.map((member) => memberDoc(read, member, now()))))
      await index.change({ put: present(docs) }, making)
    })
    await walk(sequences, ['publishedAt'], [], 'publishedAt', async (found) => {
      await index.change({ put: await store.read((read) => sequenceDocs(read, found)) }, making)
    })
    await putTags([...slugs])
  }

  async function putCommentsOf(postId: string): Promise<void> {
    await walk(comments, ['postId', 'postedAt'], [postId], 'postedAt', async (found) => {
      await index.change({ put: await store.read((read) => commentDocs(read, found)) }, making)
    })
  }

  async function putTags(slugs: readonly string[]): Promise<void> {
    for (let from = 0; from < slugs.length; from += atOnce) {
      const some = slugs.slice(from, from + atOnce)
      const docs = await store.read((read) => Promise.all(some.map((slug) => tagDoc(read, slug))))
      const gone = some.filter((_slug, at) => docs[at] === null).map((id): DocName => ({ kind: 'tags', id }))
      await index.change({ put: present(docs), gone }, making)
    }
  }

  async function walk<R extends Row>(
    table: Table<R>,
    by: readonly string[],
    equals: readonly string[],
    field: keyof R & string,
    work: (rows: readonly R[]) => Promise<void>,
  ): Promise<void> {
    for await (const rows of walkIndex(store, table, by, equals, field, atOnce)) await work(rows)
  }

  async function handle(rows: readonly JournalRow[], stopping: AbortSignal): Promise<void> {
    // The operator may ask for it at any time (sync-server/operator/reindex.ts).
    if (!(await index.state()).isWhole) await anew()
    const ids = ({ name }: { readonly name: string }): readonly string[] => [
      ...new Set(rows.flatMap((row) => (row.kind === name ? [row.id] : []))),
    ]
    const changed = { posts: ids(posts), comments: ids(comments), members: ids(members) }
    const sums = await sumsOf(ids(tallies), ids(karmaStats))
    const slugs = new Set<string>()
    for (const id of changed.posts) {
      stopping.throwIfAborted()
      await handlePost(id, slugs)
    }
    const tagged = new Set(ids(tagRels).flatMap((id) => id.split(':')[0] ?? []))
    for (const id of tagged) if (!changed.posts.includes(id)) await handleTags(id, slugs)
    for (const tag of await store.read((read) => read.getMany(tags, ids(tags))))
      for (const slug of [tag.slug ?? '', ...tag.oldSlugs]) if (slug !== '') slugs.add(slug)
    for (const { id, baseScore } of sums.posts) if (!changed.posts.includes(id)) await handleVotes(id, baseScore, slugs)
    await handleComments(changed.comments)
    await index.change(sums.changes, making)
    await handleSequences(ids(sequences))
    for (const id of changed.members) await handleMember(id)
    await putTags([...slugs])
    await nextTurn()
  }

  async function handlePost(id: string, slugs: Set<string>): Promise<void> {
    const held = (await index.held('posts', [id])).get(id)
    const post = await store.read((read) => read.get(posts, id))
    const doc = post === undefined ? null : await store.read((read) => postDoc(read, post))
    const before = slugsIn(held?.label ?? '')
    if (doc === null || post === undefined) {
      if (held !== undefined) await index.change({ gone: [{ kind: 'posts', id }], goneUnder: [id] }, making)
      for (const slug of before) slugs.add(slug)
      return
    }
    await index.change({ put: [doc] }, making)
    // Its comments come with it, and are filed under its tags.
    if (held === undefined || held.label !== doc.label) {
      await putCommentsOf(id)
      for (const slug of [...before, ...slugsIn(doc.label)]) slugs.add(slug)
    } else if (held.isFindable !== doc.isFindable) {
      // Those of a rejected or unlisted post go; of others they stand, whatever its karma.
      if (!isListed(post)) await index.change({ goneUnder: [id] }, making)
      else await putCommentsOf(id)
      for (const slug of before) slugs.add(slug)
    }
  }

  /** Most votes on a tag leave it where it is. */
  async function handleTags(id: string, slugs: Set<string>): Promise<void> {
    const held = (await index.held('posts', [id])).get(id)
    const label = await store.read(async (read) => {
      const post = await read.get(posts, id)
      return post === undefined ? '' : (await tagsOf(read, post)).join(' ')
    })
    if (held !== undefined && held.label !== label) await handlePost(id, slugs)
  }

  /** A vote leaves the words as they are, unless the post is found by it, or no more. */
  async function handleVotes(id: string, karma: number, slugs: Set<string>): Promise<void> {
    const held = (await index.held('posts', [id])).get(id)
    if (held === undefined) return
    const post = await store.read((read) => read.get(posts, id))
    if (post === undefined || isFindablePost(post, karma) !== held.isFindable) return handlePost(id, slugs)
    await index.change({ sums: [{ kind: 'posts', id, karma, boost: postBoost(karma) }] }, making)
  }

  async function handleComments(changed: readonly string[]): Promise<void> {
    if (changed.length === 0) return
    const put = await store.read(async (read) => commentDocs(read, await read.getMany(comments, changed)))
    const here = new Set(put.map(({ id }) => id))
    const gone = changed.filter((id) => !here.has(id)).map((id): DocName => ({ kind: 'comments', id }))
    await index.change({ put, gone }, making)
  }

  async function handleSequences(changed: readonly string[]): Promise<void> {
    if (changed.length === 0) return
    const put = await store.read(async (read) => sequenceDocs(read, await read.getMany(sequences, changed)))
    const here = new Set(put.map(({ id }) => id))
    await index.change({ put, gone: changed.filter((id) => !here.has(id)).map((id): DocName => ({ kind: 'sequences', id })) }, making)
  }

  async function handleMember(id: string): Promise<void> {
    const member = await store.read((read) => read.get(members, id))
    const held = (await index.held('users', [id])).get(id)
    const doc = member === undefined ? null : await store.read((read) => memberDoc(read, member, now()))
    await index.change(doc === null ? { gone: [{ kind: 'users', id }] } : { put: [doc] }, making)
    if (member === undefined || (held !== undefined && held.label === labelOf(member))) return
    // Filed under another name from now on: all that they have written.
    const arranged = await store.read(async (read) => (await read.list(sequencesBy(id))).map((sequence) => sequence.id))
    await handleSequences(arranged)
    const own = await store.read((read) => ownPosts(read, id))
    for (const post of own) {
      const again = await store.read((read) => postDoc(read, post))
      if (again !== null) await index.change({ put: [again] }, making)
    }
    await walk(comments, ['authorId', 'postedAt'], [id], 'postedAt', async (found) => {
      await index.change({ put: await store.read((read) => commentDocs(read, found)) }, making)
    })
  }

  /**
   * Sums that moved: only those of what is there; a post's may decide whether it is found at all.
   */
  async function sumsOf(
    tallyIds: readonly string[],
    memberIds: readonly string[],
  ): Promise<{ changes: Changes; posts: readonly Pick<Tally, 'id' | 'baseScore'>[] }> {
    return store.read(async (read) => {
      const moved = await read.getMany(tallies, tallyIds)
      const ofComments = moved.filter(({ targetKind }) => targetKind === 'comment')
      const earned = await read.getMany(karmaStats, memberIds)
      const joined = new Map((await read.getMany(members, memberIds)).map((member) => [member.id, member.joinedAt]))
      return {
        posts: moved.filter(({ targetKind }) => targetKind === 'post'),
        changes: {
          sums: [
            ...ofComments.map(({ id, baseScore }) => ({ kind: 'comments' as const, id, karma: baseScore, boost: commentBoost(baseScore) })),
            ...earned.map(({ id, karma }) => ({
              kind: 'users' as const,
              id,
              karma,
              boost: userBoost(karma, now() - (joined.get(id) ?? now())),
            })),
          ],
        },
      }
    })
  }

  const journal: Store['journal'] = {
    ...store.journal,
    cursor: () => ready(),
    async moveCursor(_consumer, seq) {
      await index.moveCursor(seq)
      await store.journal.moveCursor(consumer, seq)
    },
  }
  const follower = followJournal({ journal }, consumer, handle, follow)
  return { ...follower, isWhole: () => isWhole }
}

async function commentDocs(read: Read, found: readonly Comment[]): Promise<readonly SearchDoc[]> {
  const postsById = new Map((await read.getMany(posts, [...new Set(found.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  const docs = await Promise.all(
    found.map(async (comment) => {
      const post = postsById.get(comment.postId)
      return post === undefined ? null : commentDoc(read, comment, post)
    }),
  )
  return present(docs)
}

async function sequenceDocs(read: Read, found: readonly Sequence[]): Promise<readonly SearchDoc[]> {
  return present(await Promise.all(found.map((sequence) => sequenceDoc(read, sequence))))
}

/** Their own and those they write along in. */
async function ownPosts(read: Read, userId: string): Promise<readonly Post[]> {
  const parts = await read.list(
    defineQuery({ table: authorships, index: ['userId', 'since'], equals: [userId], order: 'ascending', limit: 10_000 }),
  )
  const own = parts.filter(({ level }) => level === 'own' || level === 'edit').map(({ postId }) => postId)
  return read.getMany(posts, own)
}

function present<Value>(values: readonly (Value | null)[]): readonly Value[] {
  return values.filter((value) => value !== null)
}
