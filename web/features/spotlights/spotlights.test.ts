import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { aChapter, aMember, aPost, aSequence, aSpotlight, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { hourMs } from '#shared/kernel/durations.ts'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) =>
  web.render({ url, as: 'html' }, testPageData(rows, { now: T0 + hourMs, ...over }))
const hostile = '</title><script>alert(1)</script>'
const rows: Rows = {
  posts: [aPost()],
  sequences: [aSequence()],
  chapters: [aChapter({ postIds: [idOf(1)] })],
  members: [aMember()],
  spotlights: [
    aSpotlight({ id: idOf(721), words: `One.\n\n${hostile}`, shownAt: T0, showsAuthor: true }),
    aSpotlight({ id: idOf(722), number: 2, targetKind: 'sequence', targetId: idOf(500), shownAt: T0 - 1, title: 'In order' }),
    aSpotlight({ id: idOf(723), number: 3, isDraft: true, title: 'Later' }),
    aSpotlight({ id: idOf(724), number: 4, isRemoved: true, title: 'Gone' }),
    aSpotlight({ id: idOf(725), number: 5, targetId: idOf(9), title: 'Nowhere' }),
  ],
}
const cards = (body: string) => [...body.matchAll(/<aside class="spotlight" id="spotlight-([0-9a-z]+)"/gu)].map((match) => match[1])

describe('the spotlight', () => {
  test.each(['/', '/library'])('on %s is the one that has its turn', async (url) => {
    const { body } = await at(url, rows)
    expect(cards(body)).toEqual([idOf(721)])
    expect(body).toContain('On tides')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('of a sequence says how much there is to read', async () => {
    const only = { ...rows, spotlights: rows['spotlights']?.slice(1) ?? [] }
    const { body } = await at('/', only)
    expect(cards(body)).toEqual([idOf(722)])
    const card = /<aside class="spotlight".*<\/aside>/su.exec(body)?.[0]
    expect(card).toContain('1 post')
    expect(card).toContain(`href="/s/${idOf(500)}/p/${idOf(1)}" aria-label="Post 1"`)
  })

  test('is none where none has had a turn, where one lists the latest, and on a device', async () => {
    expect(cards((await at('/', { ...rows, spotlights: [] })).body)).toEqual([])
    expect(cards((await at('/?sort=latest', rows)).body)).toEqual([])
    expect(cards((await at('/', rows, { isOfDevice: true })).body)).toEqual([])
  })
})

test('/recommendations has it too, and those before it once they are asked for', async () => {
  const first = await at('/recommendations', rows)
  expect(cards(first.body)).toEqual([idOf(721)])
  expect(first.body).toContain('href="/recommendations?spotlights=51"')
  expect(first.body).not.toContain('In order')
  const all = await at('/recommendations?spotlights=51', rows)
  expect(all.body).toContain('In order')
  expect(all.body).not.toContain('Earlier spotlights')
})

test('/recommendations passes over what may not be shown any more', async () => {
  const passed = [
    aSpotlight({ id: idOf(732), number: 12, shownAt: T0 - 1, isDraft: true }),
    aSpotlight({ id: idOf(733), number: 13, shownAt: T0 - 1, targetId: idOf(9) }),
  ]
  const { body } = await at('/recommendations', { ...rows, spotlights: [...(rows['spotlights'] ?? []), ...passed] })
  expect(cards(body)).toEqual([idOf(721)])
  expect(body).toContain('Earlier spotlights')
})

describe('/spotlights', () => {
  test('has drafts, what is to come and what was taken away, with the forms for all of it', async () => {
    const { status, body } = await at('/spotlights', rows, { viewer: moderator })
    expect(status).toBe(200)
    for (const mutation of ['create', 'setDetails', 'move', 'setRemoved', 'setDraft', 'promote'])
      expect(body.toLowerCase()).toContain(`action="/api/form/spotlights.${mutation}"`.toLowerCase())
    for (const title of ['In order', 'Later', 'Gone', 'Nowhere']) expect(body).toContain(title)
    expect(body).toContain('The linked page no longer exists.')
    expect(body.replaceAll('<!-- -->', '')).toContain('Now, for 3 more days')
    const ids = [...body.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1])
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  })

  test('has the one whose turn it is first, and a step later is a step in what is shown', async () => {
    const four = [1, 2, 3, 4].map((n) => aSpotlight({ id: idOf(740 + n), number: n, title: `No ${n}`, shownAt: n === 3 ? T0 : 0 }))
    const { body } = await at('/spotlights', { ...rows, spotlights: four }, { viewer: moderator })
    const forms = [...body.matchAll(/<li id="([0-9a-z]{26})">/gu)].map((match) => match[1])
    expect(forms).toEqual([743, 744, 741, 742].map(idOf))
    const rowsOfList = body.split(/<li id="/u).slice(1)
    const steps = rowsOfList.map((row) => [
      row.slice(0, 26),
      ...[...row.matchAll(/<button value="([0-9a-z]*)"[^>]* name="beforeId"/gu)].map((match) => match[1]),
    ])
    expect(steps.map(([, earlier]) => earlier)).toEqual(['', '', idOf(744), idOf(741)])
    const later = steps.map(([id, , to]) => [id, to])
    expect(later.slice(0, 3)).toEqual([
      [idOf(743), idOf(741)],
      [idOf(744), idOf(742)],
      [idOf(741), idOf(743)],
    ])
  })

  test.each([
    ['?drafts=true', ['Later'], ['In order', 'Gone']],
    ['?drafts=false', ['In order'], ['Later', 'Gone']],
    ['?view=past', ['In order'], ['Nowhere', 'Gone']],
  ])('%s', async (search, shown, left) => {
    const { body } = await at(`/spotlights${search}`, rows, { viewer: moderator })
    for (const title of shown) expect(body).toContain(`value="${title}"`)
    for (const title of left) expect(body).not.toContain(`value="${title}"`)
  })

  test.each([
    ['a visitor', undefined, 401],
    ['a member', member(idOf(300), { karma: 5_000 }), 403],
  ] as const)('%s is turned away', async (_who, viewer, status) => {
    expect(await at('/spotlights', rows, viewer === undefined ? {} : { viewer })).toMatchObject({ status })
  })
})
