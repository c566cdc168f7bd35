import { rowsOf } from '#shared/feed/queries.ts'
import { postsWithTerms, termsOfPost } from '#shared/glossary/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** content.md 9.18 */
const figures = { first: 15, step: 20, most: 500, meaning: 300, terms: 24 } as const

/** `/postsWithApprovedJargon`: posts that explain their words, newest first. */
export async function loadPostsWithTerms({ read, site, now }: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, figures.first, figures.most)
  const found = await read.list(postsWithTerms(limit + 1))
  const shown = await read.getMany(
    posts,
    found.slice(0, limit).map(({ id }) => id),
  )
  const rows = await rowsOf(read, shown.filter(isListed))
  return {
    head: {
      title: 'Posts with a glossary',
      description: `Essays on ${site.name} with a glossary.`,
      canonical: links.postsWithTerms(),
    },
    /** Of the server’s day, until the page has come alive; the same all day, and so the page. */
    today: now - (now % dayMs),
    posts: await Promise.all(
      rows.map(async (row) => {
        const terms = (await read.list(termsOfPost(row.post.id))).filter(({ isApproved, isHidden }) => isApproved && !isHidden)
        return {
          row: postRowView(row),
          at: row.post.publishedAt ?? row.post.createdAt,
          href: links.post(row.post),
          terms: terms.slice(0, figures.terms).map(({ id, term, body }) => ({ id, term, meaning: excerpt(body, figures.meaning) })),
          moreTerms: Math.max(0, terms.length - figures.terms),
        }
      }),
    ),
    more:
      found.length > limit && limit < figures.most ? links.postsWithTerms({ limit: Math.min(limit + figures.step, figures.most) }) : null,
  }
}
