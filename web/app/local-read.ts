/**
 * Reading on a device, where what is absent may simply not have been fetched. Two readers over the
 * device's own: `localRead` answers only from what is held whole, and throws `NotStoredError` for
 * anything else: a load over it says what the server would say, or nothing. `listsFromDevice` makes
 * the lines of lists from the posts that happen to be here: good for "From this device", never for
 * "all there is".
 */
import { karmaStats } from '#shared/accounts/schema.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import type { Listing } from '#shared/feed/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import type { Query } from '#shared/kernel/query.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { inOrder, matches } from '#shared/kernel/rows.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { conversationAliases, conversations, messages, shapeOf } from '#shared/messages/schema.ts'
import { newsletters } from '#shared/newsletters/schema.ts'
import { authorshipId } from '#shared/posts/queries.ts'
import { authorships, posts, relatedQuestions } from '#shared/posts/schema.ts'
import { books, collections, sequences } from '#shared/sequences/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { NotStoredError } from './not-stored-error.ts'

interface LocalRows {
  readonly read: Read
  readonly viewer: Viewer
  holds(shape: string): boolean
}

/** Whoever is asked for by what is theirs: the whole of it is in their own shape. */
const ownLists: ReadonlySet<string> = new Set([
  'bookmarks',
  'reading_places',
  'read_marks',
  'votes',
  'authorships',
  'notifications',
  'subscriptions',
  'notice_settings',
  'karma_news',
  'hidden_items',
  'invitations',
  'mutes',
  'conversation_states',
  'rsvps',
])

/**
 * @param shapes collects the shapes that were asked: the page is out of date when one of them
 *   changes.
 * @param isWhole lists of what one writes must be whole: one that has not arrived yet must not look
 *   as if it were none.
 */
export function localRead({ read, viewer, holds }: LocalRows, shapes: Set<string>, isWhole = true): Read {
  const requireShape = (shape: string) => {
    if (!holds(shape)) throw new NotStoredError(shape)
    shapes.add(shape)
  }
  const hasThread = (postId: string): boolean => {
    const shape = [`thread:${postId}`, `draft:${postId}`].find(holds)
    if (shape !== undefined) shapes.add(shape)
    return shape !== undefined
  }
  const isOwnDraft = async (postId: string): Promise<boolean> => {
    if (viewer.kind !== 'member' || !(await read.get(authorships, authorshipId(viewer.userId, postId)))) return false
    shapes.add(`draft:${postId}`)
    return (await read.get(posts, postId))?.status !== 'published'
  }
  /** Held whole, or one's own: that is whole here from its first word on. */
  const hasSequence = async (id: string): Promise<boolean> => {
    const shape = `sequence:${id}`
    const isHere = holds(shape) || (viewer.kind === 'member' && (await read.get(sequences, id))?.authorId === viewer.userId)
    if (isHere) shapes.add(shape)
    return isHere
  }
  const requireSequence = async (id: string): Promise<void> => {
    if (!(await hasSequence(id))) throw new NotStoredError(`sequence:${id}`)
  }
  /**
   * What has arrived, or was begun here: that is whole from its first word on. Of any other the
   * server says whether it is there: this device may be behind.
   */
  const requireConversation = async (id: string): Promise<void> => {
    const shape = shapeOf(id)
    shapes.add(shape)
    if ((await read.get(conversations, id)) !== undefined) return
    // Its id stands for another's.
    if ((await read.get(conversationAliases, id)) === undefined) throw new NotStoredError(shape)
  }
  const requireList = async (query: Query): Promise<void> => {
    const [first] = query.equals
    if (isPartOf(query)) return
    if (query.index[0] === 'sequenceId') return requireSequence(String(first))
    // Of one's own as many as are here: an answer for when nobody else gives one.
    if (query.table.name === sequences.name && !isWhole && viewer.kind === 'member' && first === viewer.userId) return
    const isUnderPost = query.index[0] === 'postId' || query.index[0] === 'toPostId' || query.table.name === relatedQuestions.name
    if (isUnderPost || query.index[0] === 'subjectId') {
      // A post's versions stand in two: what was published, and what its authors kept.
      if (query.index[0] === 'subjectId' && holds(`draft:${String(first)}`)) shapes.add(`draft:${String(first)}`)
      // A comment's versions stand in the thread that the page has asked for already.
      if (query.index[0] !== 'subjectId' && !hasThread(String(first))) throw new NotStoredError(`thread:${String(first)}`)
      return
    }
    // A page of the wiki with its lenses, and what was changed about it.
    if (query.index[0] === 'lensOf' || query.index[0] === 'tagId') {
      if (!hasThread(String(first))) throw new NotStoredError(`thread:${String(first)}`)
      return
    }
    if (query.table.name === messages.name) return requireConversation(String(first))
    const isByOwner = query.index[0] === 'userId' || query.index[0] === 'inviterId'
    if (viewer.kind === 'member' && isByOwner && first === viewer.userId && ownLists.has(query.table.name))
      return requireShape(`me:${viewer.userId}`)
    throw new NotStoredError(`${query.table.name} by ${query.index.join(', ')}`)
  }
  return {
    async get<R extends Row>(table: Table<R>, id: string): Promise<R | undefined> {
      // Standings travel with pages only; without them links are written as a newcomer's.
      if (table.name === karmaStats.name) return undefined
      if (table.name === listings.name || table.name === collections.name) throw new NotStoredError(table.name)
      // Books travel with pages only: without them a sequence ends at its own end.
      if (table.name === books.name) return undefined
      // Who offers a newsletter travels with pages only: nobody asks for one without a network.
      if (table.name === newsletters.name) return undefined
      if (table.name === sequences.name) await requireSequence(id)
      if (table.name === conversations.name) await requireConversation(id)
      // One's own draft is whole here from its first word on, before the server has heard of it.
      if (table.name === posts.name && !hasThread(id) && !(await isOwnDraft(id))) throw new NotStoredError(`thread:${id}`)
      const row = await read.get(table, id)
      if (row === undefined && table.name === posts.name) throw new NotStoredError(`post ${id}`)
      return row
    },
    async getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]> {
      if (table.name === karmaStats.name) return []
      if (table.name === sequences.name) {
        const held = await Promise.all(ids.map(hasSequence))
        return read.getMany(
          table,
          ids.filter((_id, at) => held[at]),
        )
      }
      if (table.name === conversations.name && isWhole) await Promise.all(ids.map(requireConversation))
      const found = await read.getMany(table, ids)
      if (table.name === posts.name) {
        const here = new Set(found.map(({ id }) => id))
        for (const id of ids)
          if (!hasThread(id) && (await isOwnDraft(id)) && !here.has(id) && isWhole) throw new NotStoredError(`post ${id}`)
      }
      return found
    },
    async list<R extends Row>(query: Query<R>): Promise<readonly R[]> {
      const isBySlug = query.table.name === tags.name && query.index[0] === 'slug'
      if (!isBySlug) await requireList(query)
      const found = await read.list(query)
      // By its address a page is found where it is held, and nothing is said of any other.
      if (isBySlug) {
        const pages = await read.getMany(tags, found.map(({ id }) => id)) // oxfmt-ignore
        if (!pages.some(({ id, lensOf }) => hasThread(lensOf ?? id))) throw new NotStoredError('a page of that address')
      }
      return found
    },
    async count<R extends Row>(query: Query<R>): Promise<number> {
      await requireList(query)
      return read.count(query)
    },
  }
}

/**
 * Lists of which a device has a part, and whose pages say so: what stands under a page of the wiki,
 * and which posts carry its tag.
 */
function isPartOf({ table, index }: Query): boolean {
  return (table.name === tags.name && index[0] === 'parentTagId') || (table.name === tagRels.name && index[0] === 'tagId')
}

export interface LocalLists {
  readonly read: Read
  /** How many public posts are here at all. */
  readonly postCount: number
}

const maxPosts = 2_000

export async function listsFromDevice({ read, holds }: LocalRows, now: number): Promise<LocalLists> {
  const found = await read.list(
    defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit: maxPosts }),
  )
  const here = found.filter((post) => holds(`thread:${post.id}`))
  const sums = new Map(
    (
      await read.getMany(
        tallies,
        here.map((post) => post.id),
      )
    ).map((tally) => [tally.id, tally]),
  )
  const tagsById = await tagsOfPosts(read, here)
  const lines = here.flatMap((post) => listingsOfPost(post, sums.get(post.id), now, tagsById.get(post.id) ?? []))
  const ids = new Set(here.map((post) => post.id))
  const linesOf = (query: Query<Listing>): readonly Listing[] => lines.filter((line) => matches(query as unknown as Query, line))
  return {
    postCount: here.length,
    read: {
      get: (table, id) => read.get(table, id),
      async getMany<R extends Row>(table: Table<R>, asked: readonly string[]): Promise<readonly R[]> {
        if (table.name === karmaStats.name) return []
        return read.getMany(table, table.name === posts.name ? asked.filter((id) => ids.has(id)) : asked)
      },
      async list<R extends Row>(query: Query<R>): Promise<readonly R[]> {
        if (query.table.name !== listings.name) return read.list(query)
        // A query on the table of listings is of its rows.
        const ofLines = query as unknown as Query<Listing>
        return inOrder(ofLines, linesOf(ofLines)) as unknown as readonly R[]
      },
      async count<R extends Row>(query: Query<R>): Promise<number> {
        return query.table.name === listings.name ? linesOf(query as unknown as Query<Listing>).length : read.count(query)
      },
    },
  }
}
