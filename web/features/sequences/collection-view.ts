import type { Read } from '#shared/kernel/transaction.ts'
import type { BookParts } from '#shared/sequences/queries.ts'
import { contentsOf } from '#shared/sequences/queries.ts'
import type { ReadingView } from '../../blocks/sequences/series-view.ts'
import { readingView, seriesLines } from '../../blocks/sequences/series-view.ts'

/** All that is read in these books, in order. */
export async function readingOfBooks(read: Read, books: readonly BookParts[]): Promise<ReadingView> {
  const parts = await Promise.all(
    books.map(async ({ sequences, posts }) => [
      ...(
        await Promise.all(
          sequences.map(async (sequence) =>
            seriesLines(
              read,
              (await contentsOf(read, sequence.id)).flatMap((part) => part.posts),
              sequence,
            ),
          ),
        )
      ).flat(),
      ...(await seriesLines(read, posts, null)),
    ]),
  )
  return readingView(parts.flat())
}
