import type { Store } from '#server/store/port.ts'
import { walkIndex } from '#server/store/walk-index.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import type { CommentSimilarity, SimilarAsked, SimilarComment, SimilarityState } from '#shared/search/similar-comments.ts'
import { similarityLimits } from '#shared/search/similar-comments.ts'
import type { CommentInPlace } from '#shared/comments/queries.ts'
import { commentsByDate, inPlace, stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { plainText } from '#shared/text/measure.ts'
import { SimilarityIndex } from './similarity-index.ts'

/** Read within one turn of the event loop. */
const readAtOnce = 50
/** Looked at again before they are shown, since the index is older than they are. */
const candidates = 3 * similarityLimits.results
/** Each page that waits for one holds one of the store's readers. */
const searchesAtOnce = 2

export interface BuiltSimilarity extends CommentSimilarity {
  /** Begins anew, or waits for what was begun. Resolves when it is done or has failed. */
  build(): Promise<void>
  /** Ends what is being built. */
  close(): Promise<void>
}

interface Options {
  readonly store: Pick<Store, 'read'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** Comments that it holds at most. */
  readonly most?: number
}

/** The index of this process, in memory: made when an administrator asks for it, in short turns. */
export function commentSimilarity({ store, now, onError, most = similarityLimits.comments }: Options): BuiltSimilarity {
  let index: SimilarityIndex | null = null
  let state: SimilarityState = { kind: 'empty' }
  let building: Promise<void> | null = null
  let isClosing = false
  let searches = 0

  /** As a visitor sees them now: neither removed, rejected nor under a draft. */
  const publicOnes = (ids: readonly string[]): Promise<readonly CommentInPlace[]> =>
    store.read(async (unpermitted) => {
      const read = permittedRead(unpermitted, visitor, policies)
      return inPlace(read, (await read.getMany(comments, ids)).filter(stands))
    })

  async function fill(): Promise<void> {
    const before = state
    const total = await store.read((read) => read.count(commentsByDate(1)))
    const [first] = total > most ? await store.read((read) => read.list(commentsByDate(1, most - 1))) : []
    const next = new SimilarityIndex()
    let done = 0
    state = { kind: 'building', done, total: Math.min(total, most) }
    for await (const rows of walkIndex(store, comments, ['postedAt'], [], 'postedAt', readAtOnce, first?.postedAt)) {
      if (isClosing) {
        state = before
        return
      }
      for (const { comment, tally } of await publicOnes(rows.map(({ id }) => id))) {
        await yieldToEventLoop()
        if (next.size < most) next.add(comment.id, plainText(comment.body), tally.baseScore)
      }
      done += rows.length
      state = { kind: 'building', done, total: Math.min(total, most) }
    }
    index = next
    state = { kind: 'ready', builtAt: now(), count: next.size, isCut: total > most }
  }

  return {
    state: () => state,
    build: () =>
      (building ??= fill()
        .catch((error: unknown) => {
          index = null
          state = { kind: 'empty', hasFailed: true }
          onError(error)
        })
        .finally(() => (building = null))),
    async close() {
      isClosing = true
      await building
    },
    async find(asked) {
      if (searches >= searchesAtOnce) throw new SearchUnavailable('too many at once')
      searches += 1
      try {
        return index === null ? [] : await findIn(index, asked)
      } finally {
        searches -= 1
      }
    },
  }

  async function findIn(present: SimilarityIndex, { from, bias }: SimilarAsked): Promise<readonly SimilarComment[] | null> {
    const text = 'text' in from ? from.text.slice(0, similarityLimits.text) : await textOf(from.commentId)
    if (text === null) return null
    const without = 'commentId' in from ? { without: from.commentId } : {}
    const found = await present.nearest(text, { bias, most: candidates, ...without })
    const rows = await publicOnes(found.map(({ id }) => id))
    return rows
      .map(({ comment: { id, body }, tally }) => {
        const likeness = present.likenessOf(text, plainText(body))
        return { id, likeness, score: present.scoreOf(likeness, tally.baseScore, bias) }
      })
      .filter(({ likeness }) => likeness > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, similarityLimits.results)
  }

  async function textOf(commentId: string): Promise<string | null> {
    const [row] = isId(commentId) ? await publicOnes([commentId]) : []
    return row === undefined ? null : plainText(row.comment.body)
  }
}
