import { winnersSequence } from '#shared/annual-review/gallery-queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { excerpt } from '#shared/text/measure.ts'
import { introBodies, introOf, readingView, seriesLines } from '../../blocks/sequences/series-view.ts'
import { notFound } from '../../data/answer.ts'

/** `/s/best-of-YEAR`: the winners of a review in their order, for as long as they are shown. */
export async function loadWinners(data: PageData, year: number) {
  const found = await winnersSequence(data, data.site.name, year)
  if (found === null) throw notFound()
  const { id, title, by, body, publishedAt, posts } = found
  const lines = await seriesLines(data.read, posts, null)
  return {
    head: { title, description: excerpt(body, 200), canonical: links.sequence(id), authors: [by] },
    sequence: {
      ...{ id, title, publishedAt, authorId: '', isDraft: false, removedAt: null, bannerUrl: null, at: publishedAt },
      awaitsReview: undefined,
    },
    reviewYear: year,
    author: { name: by, slug: '' },
    intro: introOf(id, body),
    chapters: [{ id, title: '', subtitle: '', intro: null, lines }],
    reading: readingView(lines),
    bodies: introBodies(data, [{ key: id, body }]),
  }
}
