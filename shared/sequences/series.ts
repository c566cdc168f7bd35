/** Which sequence leads on from a post, and to where (content.md 3.5). */
import type { Post } from '../posts/schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Step } from './queries.ts'
import type { Sequence } from './schema.ts'
import { placesOfPost, readingOrder } from './queries.ts'
import { isListable } from './listable.ts'
import { books, sequences } from './schema.ts'

/** A post to go to, in the sequence by which one reads it. */
export interface Neighbour extends Step {
  readonly sequence: Sequence
}

export interface Series {
  readonly sequence: Sequence
  /** The how manieth of how many, of those the reader may see. */
  readonly place: { readonly at: number; readonly of: number }
  /** Nothing that is counted may only not be here. */
  readonly isWhole: boolean
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
}

/**
 * The post in a sequence. `null` where the sequence is hidden from the reader, or does not have it.
 * @param sequenceId absent: the post's own, if it has one. @param mayLack what is absent may only
 *   not be on this device.
 */
export async function seriesOf(read: Read, post: Post, sequenceId: string | undefined, mayLack: boolean): Promise<Series | null> {
  // Asked for as several: a device that does not hold it shows the post without it.
  const sequence = sequenceId === undefined ? await mainSequence(read, post) : (await read.getMany(sequences, [sequenceId]))[0]
  if (sequence === undefined || sequence.removedAt !== null) return null
  const order = await readingOrder(read, sequence.id, mayLack)
  const at = order.findIndex(({ postId }) => postId === post.id)
  if (at < 0) return null
  const inSame = (step: Step | undefined): Neighbour | null => (step === undefined ? null : { ...step, sequence })
  return {
    sequence,
    place: { at: at + 1, of: order.length },
    isWhole: order.every((step) => step.post !== undefined),
    previous: inSame(order[at - 1]) ?? (await beyond(read, sequence, -1)),
    next: inSame(order[at + 1]) ?? (await beyond(read, sequence, 1)),
  }
}

/**
 * The one the staff chose; else one of the post's own author's; else one that the staff put among
 * the curated ones or into a book. Whatever else others put it into stays off its own page. A draft
 * leads nobody anywhere.
 */
export async function mainSequence(read: Read, post: Post): Promise<Sequence | undefined> {
  const places = await read.list(placesOfPost(post.id))
  const found = await read.getMany(
    sequences,
    places.map(({ sequenceId }) => sequenceId),
  )
  const byId = new Map(found.filter((one) => isListable(one) && !one.isHidden).map((one) => [one.id, one]))
  const shown = places.flatMap((place) => {
    const sequence = byId.get(place.sequenceId)
    return sequence === undefined ? [] : [{ place, sequence }]
  })
  const authors = new Set([post.authorId, ...post.coauthorIds])
  const chosen =
    shown.find(({ place }) => place.isMain) ??
    shown.find(({ sequence }) => authors.has(sequence.authorId)) ??
    shown.find(({ sequence }) => sequence.curatedOrder !== null || sequence.bookId !== null)
  return chosen?.sequence
}

/**
 * The last post of the sequence before, or the first of the one after, in the same book. Empty ones
 * are passed over.
 */
async function beyond(read: Read, { id, bookId }: Sequence, direction: 1 | -1): Promise<Neighbour | null> {
  const book = bookId === null ? undefined : await read.get(books, bookId)
  const start = book?.sequenceIds.indexOf(id) ?? -1
  if (book === undefined || start < 0) return null
  for (let at = start + direction; at >= 0 && at < book.sequenceIds.length; at += direction) {
    const sequence = await read.get(sequences, book.sequenceIds[at] ?? '')
    if (sequence === undefined || !isListable(sequence)) continue
    const order = await readingOrder(read, sequence.id)
    const step = direction === 1 ? order[0] : order.at(-1)
    if (step !== undefined) return { ...step, sequence }
  }
  return null
}
