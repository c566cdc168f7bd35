import { describe, expect, test } from 'vitest'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { policies } from '#shared/policies.ts'
import { admin, aMember, aPost, idOf, member, moderator, paragraph } from '#shared/testing/factories.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'

const { now } = testPageData({})
const [ada, ben] = [idOf(100), idOf(200)]
const named = (id: string, name: string) =>
  aMember({ id, displayName: name, slug: name.toLowerCase(), userName: name, userNameKey: name.toLowerCase() })
const post = (n: number, title: string, changes = {}) =>
  aPost({
    ...{
      id: idOf(n),
      title,
      slug: `post-${n}`,
      authorId: ada,
      status: 'published',
      publishedAt: now - 3 * dayMs,
      frontpageAt: now - dayMs,
    },
    ...changes,
  })
const tally = (id: string, baseScore: number) => ({
  ...{
    id,
    targetKind: 'post' as const,
    postId: id,
    score: baseScore,
    baseScore,
    extendedScore: 0,
    approval: baseScore,
    approvalVoteCount: 1,
  },
  ...{ agreement: 0, agreementVoteCount: 0 },
})
const candidate = (n: number, changes = {}) => ({
  ...{ id: idOf(n), suggestedByIds: [ben], suggestedAt: now - dayMs, dismissedById: null, dismissedAt: 0, isWaiting: true, ...changes },
})
const notice = (n: number, postN: number, changes = {}) => ({
  ...{ id: idOf(n), postId: idOf(postN), byId: moderator.userId, body: paragraph('Worth it.'), createdAt: now - dayMs },
  ...{ publishedAt: null, commentId: null, ...changes },
})
const all = [
  post(1, 'Liked'),
  post(2, 'Suggested once'),
  post(3, 'Suggested twice'),
  post(4, 'Turned down'),
  post(5, 'Curated lately', { curatedAt: now - 6 * minuteMs }),
  post(6, 'Curated before', { curatedAt: now - 10 * dayMs }),
  post(7, 'Hardly liked'),
  post(8, 'Personal', { frontpageAt: null }),
]
const scores = new Map([1, 4, 5, 6, 8].map((n) => [idOf(n), 40]))
const rows = {
  members: [named(ada, 'Ada'), named(ben, 'Ben'), named(moderator.userId, 'Mo')],
  posts: all,
  listings: all.flatMap((one) => listingsOfPost(one, tally(one.id, scores.get(one.id) ?? 3) as never, now, [])),
  tallies: all.map((one) => tally(one.id, scores.get(one.id) ?? 3)),
  curation_candidates: [
    candidate(2),
    candidate(3, { suggestedByIds: [ben, moderator.userId], suggestedAt: now - 2 * dayMs }),
    candidate(4, { dismissedById: moderator.userId, dismissedAt: now - dayMs, isWaiting: false }),
  ],
  curation_notices: [notice(21, 1), notice(22, 6, { publishedAt: now - 10 * dayMs, commentId: idOf(31) })],
}
const at = (viewer: Viewer, search = '', given: Parameters<typeof rowsRead>[0] = rows) =>
  web.render(
    { url: `/admin/curation${search}`, as: 'html' },
    testPageData(given, { viewer, read: permittedRead(rowsRead(given), viewer, policies) }),
  )
const textOf = async (answer: ReturnType<typeof at>) => {
  const { body } = await answer
  return body.slice(body.indexOf('<main'), body.indexOf('</main>')).replaceAll('<!-- -->', '')
}

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(ben), 403],
  ['who may suggest', member(ben, { groups: ['canSuggestCuration'] }), 403],
  ['a moderator', moderator, 200],
  ['an administrator', admin, 200],
] as const)('%s', async (_who, viewer, status) => {
  const answer = await at(viewer)
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.body).not.toContain('Suggested once')
})

describe('the page of curation', () => {
  test('has what several members suggest first, then what one does, then what readers like on the front page', async () => {
    const text = await textOf(at(moderator))
    const list = text.slice(text.indexOf('candidates-title'), text.indexOf('curated-title'))
    const found = ['Suggested twice', 'Suggested once', 'Liked'].map((title) => list.indexOf(`>${title}</a>`))
    expect(found.every((place) => place > 0)).toBe(true)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    for (const title of ['Turned down', 'Hardly liked', 'Personal', 'Curated']) expect(list).not.toContain(`>${title}`)
    expect(list).toContain('Suggested by <bdi>Ben, Mo</bdi>')
  })

  test('says how long nothing was chosen, and how much in a week', async () => {
    expect(await textOf(at(moderator))).toContain('Last curated today. 1 post in the last 7 days; the aim is 2 to 3 a week.')
    const later = { ...rows, posts: all.slice(5), listings: rows.listings.filter(({ postId }) => postId !== idOf(5)) }
    expect(await textOf(at(moderator, '', later))).toContain('Last curated 10 days ago. 0 posts in the last 7 days')
    expect(await textOf(at(moderator, '', { members: rows.members }))).toContain('Nothing is curated yet.')
  })

  test('says of a post that was just chosen how long the mails can still be kept back', async () => {
    const text = await textOf(at(moderator))
    expect(text).toContain('Emails go out in 14 minutes')
    expect(text.match(/Emails go out/gu)).toHaveLength(1)
  })

  test('has drafts with a form for their author alone, and published ones where they stand', async () => {
    const own = await textOf(at(moderator))
    expect(own).toContain('action="/api/form/curationNotices.publish"')
    expect(own).toContain('action="/api/form/curationNotices.put"')
    const others = await textOf(at(admin))
    for (const name of ['publish', 'put']) expect(others).not.toContain(`curationNotices.${name}`)
    expect(others).toContain('action="/api/form/curationNotices.remove"')
    const colleague = await textOf(at(member(idOf(906), { groups: ['moderators'] })))
    expect(colleague).toContain('Draft notices')
    expect(colleague).not.toContain('curationNotices.')
    expect(own).toContain(`/posts/${idOf(6)}/post-6#${idOf(31)}`)
  })

  test('begins a notice of a post that can be chosen, and of no other', async () => {
    for (const [n, isOffered] of [
      [1, true],
      [8, false],
      [99, false],
    ] as const)
      // oxfmt-ignore
      expect((await textOf(at(admin, `?post=${idOf(n)}`))).includes('New notice')).toBe(isOffered)
    expect((await at(admin, '?post=nonsense')).status).toBe(200)
  })

  test('has what was dismissed apart, to be restored', async () => {
    const text = await textOf(at(moderator, '?state=dismissed'))
    const list = text.slice(text.indexOf('candidates-title'), text.indexOf('curated-title'))
    expect(list).toContain('>Turned down</a>')
    expect(list).toContain('Dismissed by <bdi>Mo</bdi>')
    expect(list).toContain('Restore')
    expect(list).not.toContain('Suggested once')
  })
})
