import { describe, expect, test } from 'vitest'
import { emptyTally } from '#shared/comments/queries.ts'
import { aMember, aPost, aTag, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows) => web.render({ url, as: 'html' }, testPageData(rows, { now: T0 }))
const written = (n: number, year: number, karma: number, tags: readonly string[]) => {
  const publishedAt = Date.UTC(year, 5, 1)
  const post = aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n}`, publishedAt })
  const rels = tags.map((name) => ({
    ...{ id: `${post.id}:${name}`, postId: post.id, tagId: idOf(800 + name.length), userId: post.authorId, appliedAt: T0 },
    ...{ tag: { name, slug: name.toLowerCase() }, baseScore: 1, voteCount: 1, isHeldUp: false, relevance: 1 },
  }))
  const tally = { ...emptyTally('post', post.id, post.id), baseScore: karma }
  const about = { postId: post.id, publishedAt, at: publishedAt, baseScore: karma, score: karma, adjustedScore: karma }
  return { post, tally, rels, listing: { id: `all:${post.id}`, feed: 'all', ...about, scoredAt: T0, lastCommentedAt: publishedAt } }
}
const all = [
  written(1, 2025, 5, ['Water']),
  written(2, 2025, 50, ['Ships', 'Water']),
  written(3, 2025, -3, ['Ships']),
  written(4, 2026, 90, []),
]
const rows: Rows = {
  posts: all.map(({ post }) => post),
  tallies: all.map(({ tally }) => tally),
  listings: all.map(({ listing }) => listing),
  tag_rels: all.flatMap(({ rels }) => rels),
  members: [aMember()],
}
const ranked = (html: string) => [...(/<tbody>.*<\/tbody>/su.exec(html)?.[0] ?? '').matchAll(/>(Post \d)</gu)].map((match) => match[1])

describe('/bestoflesswrong', () => {
  test.each([
    ['the last finished year, most karma first, without what readers did not value', '', ['Post 2', 'Post 1']],
    ['another year', '?year=2026', ['Post 4']],
    ['all years', '?year=all', ['Post 4', 'Post 2', 'Post 1']],
    ['all years, for what is none', '?year=1999', ['Post 4', 'Post 2', 'Post 1']],
    ['one topic', '?year=2025&category=ships', ['Post 2']],
    ['all topics, for what is none', '?year=2025&category=x', ['Post 2', 'Post 1']],
    ['year and topic from the path', '/2025/water', ['Post 2', 'Post 1']],
    ['the whole of a year from the path', '/2026/all', ['Post 4']],
  ])('has %s', async (_what, tail, expected) => {
    const { status, body } = await at(`/bestoflesswrong${tail}`, rows)
    expect([status, ranked(body)]).toEqual([200, expected])
  })

  test('says by what it is judged, names the site, and draws the numbers', async () => {
    const { body } = await at('/bestoflesswrong', rows)
    expect(body).toContain('Best of Test site')
    expect(body).toContain('No review has finished yet')
    expect(body).toContain('<rect width="100" height="8">')
    expect(body).toContain('<rect width="10" height="8">')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('is there before anything is written', async () => {
    const { status, body } = await at('/bestoflesswrong', {})
    expect(status).toBe(200)
    expect(body).toContain('No posts yet.')
  })
})

test('/g/GROUP/p/POST is the post, known by its own address', async () => {
  const post = aPost()
  const revision = {
    ...{ id: idOf(2), subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
    ...{ title: post.title, body: paragraph('x'), wordCount: 1, authorId: post.authorId, at: T0 },
  }
  const { status, body } = await at(`/g/${idOf(8)}/p/${post.id}`, { posts: [post], revisions: [revision], members: [aMember()] })
  expect(status).toBe(200)
  expect(body).toContain(`<link rel="canonical" href="https://example.org/posts/${post.id}/on-tides">`)
  for (const path of [`/g/${idOf(8)}/p/x`, `/g/${idOf(8)}/p/${idOf(9)}`]) expect(await at(path, {})).toMatchObject({ status: 404 })
})

describe('/meta', () => {
  test('has the posts about the site, where nobody has made its wiki page', async () => {
    const about = written(7, 2026, 1, ['Meta'])
    const listing = { ...about.listing, id: `tag:meta:${about.post.id}`, feed: 'tag:meta', relevance: 1 }
    const { status, body } = await at('/meta', { posts: [about.post], tallies: [about.tally], listings: [listing], members: [aMember()] })
    expect(status).toBe(200)
    expect(body).toContain('Post 7')
  })

  test.each([
    ['there', 'site-meta'],
    ['called otherwise by now', 'about-us'],
  ])('leads to the wiki page for good, where that is %s', async (_how, slug) => {
    const held = { id: `${idOf(700)}:site-meta`, slug: 'site-meta', tagId: idOf(700) }
    const page = aPost({ id: idOf(700), kind: 'wiki' })
    const answer = await at('/meta', { posts: [page], tags: [aTag({ slug })], tag_slugs: [held], members: [aMember()] })
    expect(answer).toMatchObject({ status: 308, location: `/w/${slug}` })
  })

  test('with none asks for the first', async () => {
    expect((await at('/meta', {})).body).toContain('No posts about this site yet.')
  })
})
