import { describe, expect, test } from 'vitest'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import type { ReviewPlan } from '#shared/annual-review/schema.ts'
import { phaseStart } from '#shared/annual-review/years.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { admin, aMember, aPost, aTag, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows, now = T0) => web.render({ url, as: 'html' }, testPageData(rows, { now }))
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
const ranked = (html: string) => [...(/<(tbody|ol).*<\/\1>/su.exec(html)?.[0] ?? '').matchAll(/>(Post \d)</gu)].map((match) => match[1])

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
    expect(body).toContain('so posts are ranked by karma')
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

describe('/bestoflesswrong, once a gallery is published', () => {
  const now = phaseStart(2026, 'complete') + 9
  const plan = (year: number, over: Partial<ReviewPlan> = {}): ReviewPlan => ({ ...noPlan(year), galleryAt: now, ...over })
  const winner = (n: number, year: number, category: string, place: number) => ({ id: idOf(n), year, category, place })
  const some: Rows = {
    ...rows,
    review_plans: [plan(2025), plan(2026)],
    review_winners: [winner(1, 2025, 'practical', 0), winner(2, 2025, 'modeling', 1), winner(4, 2026, 'practical', 0)],
  }
  const shown = async (tail: string, over: Rows = {}) => (await at(`/bestoflesswrong${tail}`, { ...some, ...over }, now)).body

  test.each([
    ['the winners of the latest year', '', ['Post 4']],
    ['those of another year, in the order that was chosen', '?year=2025', ['Post 1', 'Post 2']],
    ['all years, the newest first', '?year=all', ['Post 4', 'Post 1', 'Post 2']],
    ['one category', '?year=2025&category=modeling', ['Post 2']],
    ['all of a year, for a category without any', '?year=2025&category=ai-safety', ['Post 1', 'Post 2']],
    ['year and category from the path', '/2025/practical', ['Post 1']],
    ['a category in all years', '/all/practical', ['Post 4', 'Post 1']],
  ])('has %s', async (_what, tail, expected) => {
    expect(ranked(await shown(tail))).toEqual(expected)
  })

  test('says how they were chosen, in which category, and which are empty; karma is not said', async () => {
    const body = await shown('?year=2025')
    expect(body).toContain('these were chosen')
    expect(body).toContain('<span>Modeling</span>')
    expect(body).toContain('No posts in <!-- -->Rationality, Optimization, AI strategy, AI safety<!-- -->.')
    expect(body).not.toContain('ranked by karma')
    expect(body).not.toContain('<rect')
  })

  test('a winner is shown with the part of a picture that was chosen, without a style of its own', async () => {
    const picture = { src: `/pictures/${idOf(70)}`, width: 2000, height: 1000, crop: { x: 10, y: 20, width: 40 } }
    const body = await shown('?year=2025', { review_winners: [winner(1, 2025, 'practical', 0)].map((one) => ({ ...one, picture })) })
    expect(body).toContain('viewBox="200 200 800 400"')
    expect(body).toContain(`src="/pictures/${idOf(70)}?w=960" alt="" loading="lazy"`)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('a list marks a winner, and no other post', async () => {
    const posts = all.map(({ post }) => (post.id === idOf(1) ? { ...post, wonIn: 2025 } : post))
    const body = await at('/allPosts?timeframe=allTime', { ...rows, posts })
    expect(body.body.match(/<span class="row-mark">[^/]*Best of[^/]*<\//gu)).toHaveLength(1)
    expect(body.body.replaceAll('<!-- -->', '')).toContain('Post 1</a><span class="row-mark"> Best of 2025</span>')
  })

  test.each([
    ['removed', { status: 'removed' }],
    ['a draft again', { status: 'draft' }],
    ['held back for a moderator', { awaitsReview: true }],
    ['dated into another year', { publishedAt: Date.UTC(2024, 5, 1) }],
  ] as const)('a winner that is %s is gone from it, and the rest stays', async (_what, change) => {
    const changed = all.map(({ post }) => (post.id === idOf(1) ? { ...post, ...change } : post))
    const body = await shown('?year=2025', { posts: changed })
    expect(ranked(body)).toEqual(['Post 2'])
    expect(body).toContain('title="1 post"')
  })

  test('a winner that was deleted for good, or excluded, is gone from it, and a year without any is not offered', async () => {
    const posts = all.flatMap(({ post }) => (post.id === idOf(4) ? [] : [post]))
    const body = await shown('', { posts, review_plans: [plan(2025, { excludedPostIds: [idOf(1)] }), noPlan(2026)] })
    expect(ranked(body)).toEqual(['Post 2'])
    expect(body).not.toContain('year=2026')
  })

  test('is not shown before the results are public, nor once it is hidden', async () => {
    for (const hidden of [plan(2025, { phase: 'results' }), plan(2025, { galleryAt: null })])
      expect(await shown('?year=2025', { review_plans: [hidden] })).toContain('so posts are ranked by karma')
  })

  test('leads to its winners in their order, as a page and as a book; all years, and karma, have none', async () => {
    const body = await shown('?year=2025')
    expect(body).toContain('href="/s/best-of-2025"')
    expect(body).toMatch(/href="\/api\/sequence\/best-of-2025\/book\.epub"[^>]*>Download as EPUB</u)
    expect(await shown('?year=all')).not.toContain('best-of-')
    expect(await shown('?year=2025', { review_plans: [noPlan(2025)] })).not.toContain('best-of-')
  })

  test('the winners of a year are a sequence in their order, which nobody follows or edits', async () => {
    const read = (viewer: Viewer, over: Rows = {}) =>
      web.render({ url: '/s/best-of-2025', as: 'html' }, testPageData({ ...some, ...over }, { now, viewer }))
    const { status, body } = await read(visitor)
    expect(status).toBe(200)
    expect(body.replaceAll('<!-- -->', '')).toMatch(/<h1[^>]*>Best of Test site, 2025<\/h1>.*<ol class="series-posts".*Post 1.*Post 2/su)
    expect(body).toContain('href="/api/sequence/best-of-2025/book.epub"')
    expect(body).toContain('2 posts')
    for (const viewer of [member(idOf(100)), admin]) {
      const own = (await read(viewer)).body
      expect(own).not.toContain('/editSequence')
      expect(own).not.toMatch(/>Follow</u)
    }
    const left = all.map(({ post }) => (post.id === idOf(1) ? { ...post, status: 'removed' } : post))
    expect((await read(visitor, { posts: left })).body).not.toContain('Post 1')
    for (const hidden of [{ review_plans: [plan(2025, { galleryAt: null })] }, { review_winners: [] }])
      expect(await read(admin, hidden)).toMatchObject({ status: 404 })
  })

  test('the page of a winner leads to it, and no other page does', async () => {
    const revision = (n: number) => ({
      ...{ id: idOf(n + 100), subjectKind: 'post', subjectId: idOf(n), postId: idOf(n), n: 1, version: '1.0.0', isDraft: false },
      ...{ title: `Post ${n}`, body: paragraph('x'), wordCount: 1, authorId: aMember().id, at: T0 },
    })
    const posts = all.map(({ post }, n) => ({ ...post, revisionId: idOf(n + 101), latestRevisionId: idOf(n + 101) }))
    const read = async (n: number, over: Rows = {}) => {
      const given = { ...some, posts, revisions: [1, 2, 3, 4].map(revision), ...over }
      return (await web.render({ url: `/posts/${idOf(n)}/p-${n}`, as: 'html' }, testPageData(given, { now }))).body
    }
    expect(await read(1)).toMatch(/<a[^>]*href="\/bestoflesswrong\?year=2025&amp;category=practical"[^>]*>Best of 2025</u)
    expect(await read(3)).not.toContain('bestoflesswrong?year')
    expect(await read(1, { review_plans: [noPlan(2025)] })).not.toContain('bestoflesswrong?year')
    expect(await read(1, { review_plans: [plan(2025, { excludedPostIds: [idOf(1)] })] })).not.toContain('Best of 2025')
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
