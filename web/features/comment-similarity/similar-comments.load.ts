import { shownScore } from '#shared/comments/scores.ts'
import type { SimilarAsked, SimilarComment } from '#shared/search/similar-comments.ts'
import { similarityLimits } from '#shared/search/similar-comments.ts'
import { canSearchSimilarComments } from '#shared/search/similar-comments-rules.ts'
import { inPlace, stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

const excerptLength = 300
/** An id stands by itself, or last in the address of a comment. */
const lastId = /[0-9a-hjkmnp-tv-z]{26}(?=\W*$)/u

/** `/admin/commentEmbeddings?text=` or `?commentId=`, with `bias=` in percent. */
export async function loadSimilarComments(data: PageData, { url }: LoadRequest) {
  const { viewer, similarComments } = data
  authorizePage(canSearchSimilarComments(viewer))
  const given = (name: string) => (url.searchParams.get(name) ?? '').trim().toWellFormed()
  const text = given('text').slice(0, similarityLimits.text)
  const commentId = given('commentId').slice(0, 300)
  const percent = Math.round(Number(given('bias')))
  const bias = percent >= 0 && percent <= 100 ? percent : 0
  const from: SimilarAsked['from'] | null =
    commentId !== '' ? { commentId: lastId.exec(commentId.toLowerCase())?.[0] ?? '' } : text === '' ? null : { text }
  const index = similarComments?.state() ?? { kind: 'empty' as const }
  return {
    head: { title: 'Similar comments', robots: 'noindex' as const },
    ...{ asked: { text, commentId, bias }, index, maxText: similarityLimits.text },
    results: from === null || index.kind === 'empty' || similarComments === undefined ? null : await results(),
  }

  async function results() {
    if (similarComments === undefined || from === null) return null
    try {
      const found = await similarComments.find({ from, bias: bias / 100 })
      return found === null ? ('unknown' as const) : await shown(data, found)
    } catch (error) {
      if (error instanceof SearchUnavailable) return 'busy' as const
      throw error
    }
  }
}

async function shown({ read }: PageData, found: readonly SimilarComment[]) {
  const ids = found.map(({ id }) => id)
  const rows = new Map((await inPlace(read, (await read.getMany(comments, ids)).filter(stands))).map((row) => [row.comment.id, row]))
  return found.flatMap(({ id, score, likeness }) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const { comment, post, author, tally } = row
    return [
      {
        ...{ id, score, likeness, karma: shownScore(tally), at: comment.postedAt, title: post.title, by: author },
        ...{ href: links.commentInThread(post, id), text: excerpt(comment.body, excerptLength) },
      },
    ]
  })
}

export const loads = { '/admin/commentEmbeddings': loadSimilarComments } satisfies Loads
