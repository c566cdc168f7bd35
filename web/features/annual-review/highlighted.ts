import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { reviewsOfPost } from '#shared/annual-review/queries.ts'
import { hidesScores } from '#shared/comments/scores.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'

/** Of one post, newest first, that are looked at; of them, so many are named. */
const [maxRead, maxShown] = [20, 3]

/**
 * Reviews of these posts that readers valued, by post, the best first; none where scores are
 * hidden.
 */
export async function highlightedReviews(read: Read, found: readonly Post[], year: number) {
  const shown = found.filter((post) => !hidesScores(post))
  const written = (await Promise.all(shown.map(({ id }) => read.list(reviewsOfPost(id, year, maxRead))))).flat()
  const rated = await read.getMany(
    tallies,
    written.map(({ id }) => id),
  )
  const karma = new Map(rated.map(({ id, baseScore }) => [id, baseScore]))
  const best = written
    .map((review) => ({ ...review, karma: karma.get(review.id) ?? 0 }))
    .filter((review) => review.karma >= reviewConfig.highlightedKarma)
    .toSorted((a, b) => b.karma - a.karma)
  const cards = await memberCards(
    read,
    best.map(({ authorId }) => authorId),
  )
  return new Map(
    shown.map((post) => [
      post.id,
      best
        .filter(({ postId }) => postId === post.id)
        .slice(0, maxShown)
        .map((review) => ({
          ...{ id: review.id, karma: review.karma, href: links.commentInThread(post, review.id) },
          by: (cards.get(review.authorId) ?? unknownMember).name,
        })),
    ]),
  )
}
