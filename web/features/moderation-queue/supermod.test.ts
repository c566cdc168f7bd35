import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { policies } from '#shared/policies.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { loadSupermod } from './supermod.load.ts'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) => web.render({ url, as: 'html' }, testPageData(rows, over))

function waitingRow(n: number, changes = {}) {
  return {
    ...{ id: idOf(n), needsReview: true, reasons: ['unreviewedFirstPost'], group: 'newContent', queuedAt: T0 + n, leftQueueAt: null },
    ...{ reviewedAt: null, reviewedByUserId: null, snoozedUntilCount: null, isFlagged: false, notes: '', decidedAt: null },
    ...changes,
  }
}

/** So many members wait; each has written a post and a comment. */
function community(count: number): Rows {
  const ns = Array.from({ length: count }, (_, n) => 10_000 + n)
  return {
    members: ns.map((n) =>
      aMember({
        ...{
          id: idOf(n),
          userName: `m${n}`,
          userNameKey: `m${n}`,
          slug: `m${n}`,
          displayName: `Member ${n}`,
          displayNameKey: `member ${n}`,
        },
        ...{ approvedBy: null },
      }),
    ),
    member_reviews: ns.map((n) => waitingRow(n)),
    posts: ns.map((n) => aPost({ id: idOf(n + 10_000), authorId: idOf(n), slug: `p${n}`, title: `Essay ${n}` })),
    comments: ns.map((n) =>
      aComment({ id: idOf(n + 20_000), authorId: idOf(n), postId: idOf(n + 10_000), rootId: idOf(n + 20_000), postedAt: T0 + 99_999_999 }),
    ),
  }
}

/** Counts questions and the rows that answer them. */
function counting(read: Read) {
  const counted = { questions: 0, rows: 0 }
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    const found = await answer
    counted.questions += 1
    counted.rows += Array.isArray(found) ? found.length : 1
    return found
  }
  const over: Read = {
    get: (table, id) => noted(read.get(table, id)),
    getMany: (table, ids) => noted(read.getMany(table, ids)),
    list: (query) => noted(read.list(query)),
    count: (query) => noted(read.count(query)),
  }
  return { read: over, counted }
}

describe('/admin/supermod', () => {
  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(300)), 403],
    ['a trusted member', member(idOf(300), { groups: ['trusted'] }), 403],
    ['a moderator', moderator, 200],
    ['an administrator', admin, 200],
  ])('%s', async (_who, viewer, status) => {
    const shown = await at('/admin/supermod', community(2), { viewer })
    expect(shown.status).toBe(status)
    expect(shown.body.includes('Member 10000')).toBe(status === 200)
  })

  test('reads no more of 500 who wait than of 50', async () => {
    const asked = []
    for (const count of [50, 500]) {
      const { read, counted } = counting(rowsRead(community(count)))
      const url = new URL(`https://example.org/admin/supermod?tab=newContent&user=${idOf(10_040)}`)
      const page = await loadSupermod(testPageData({}, { read, viewer: moderator }), { url, params: {} })
      expect(page.counts.newContent).toBe(count)
      expect(page.opened).toMatchObject({ name: 'Member 10040', items: [{ kind: 'comment' }, { kind: 'post' }] })
      asked.push(counted)
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]?.rows).toBeLessThan(150)
  })

  test('those who have waited longest come first, and tabs in their order', async () => {
    const rows = community(3)
    const reviews = [
      waitingRow(10_000, { group: 'maybeSpam', reasons: ['unreviewedBioUpdate'], queuedAt: T0 }),
      waitingRow(10_001, { queuedAt: T0 + 9 }),
      waitingRow(10_002, { queuedAt: T0 + 5 }),
    ]
    const load = async (tab: string) => {
      const url = new URL(`https://example.org/admin/supermod?tab=${tab}`)
      const data = testPageData({ ...rows, member_reviews: reviews }, { viewer: moderator })
      return (await loadSupermod(data, { url, params: {} })).rows.map(({ name }) => name)
    }
    expect(await load('all')).toEqual(['Member 10002', 'Member 10001', 'Member 10000'])
    expect(await load('maybeSpam')).toEqual(['Member 10000'])
  })

  test('says who else has a member open, until that is over', async () => {
    const rows = community(1)
    const claim = { id: idOf(10_000), byId: idOf(901), at: T0, endsAt: T0 + 1_000 }
    const staff = aMember({ id: idOf(901), userName: 'ada', userNameKey: 'ada', slug: 'ada', displayName: 'Ada', displayNameKey: 'ada' })
    const load = async (now: number) => {
      const data = testPageData(
        { ...rows, members: [...(rows['members'] ?? []), staff], review_claims: [claim] },
        { viewer: moderator, now },
      )
      return loadSupermod(data, { url: new URL('https://example.org/admin/supermod'), params: {} })
    }
    expect(await load(T0)).toMatchObject({ opened: { heldBy: 'Ada' }, rows: [{ heldBy: 'Ada' }] })
    expect(await load(T0 + 1_000)).toMatchObject({ opened: { heldBy: null }, rows: [{ heldBy: null }] })
  })

  test('has every decision as a form for who reads without scripting', async () => {
    const { body } = await at('/admin/supermod', community(1), { viewer: moderator })
    expect(body).toMatch(/<form[^>]*action="\/api\/form\/reviewQueue.decide"/u)
    expect(body).toContain('<option value="approve"')
    expect(body).toContain('name="seen"')
  })

  test('with nobody waiting says so', async () => {
    expect((await at('/admin/supermod', {}, { viewer: moderator })).body).toContain('Nothing to review.')
  })
})

test('of a private message the queue shows what was reported, and nothing beside it', async () => {
  const [sender, reporter] = [idOf(400), idOf(500)]
  const message = (n: number, text: string, ...more: readonly DocNode[]) => ({
    ...{ id: idOf(60 + n), conversationId: idOf(60), userId: sender, n, at: T0, event: null },
    body: { type: 'doc', content: [...paragraph(text).content, ...more] },
  })
  const figure: DocNode = { type: 'figure', content: [{ type: 'image', attrs: { src: links.picture(idOf(70)), alt: '' } }] }
  const rows: Rows = {
    members: [aMember({ id: sender, displayName: 'Sam', slug: 'sam' }), aMember({ id: reporter, displayName: 'Rea', slug: 'rea' })],
    conversations: [
      {
        ...{ id: idOf(60), title: 'Between us', creatorId: sender, participantIds: [sender, reporter], participantsKey: null },
        ...{ createdAt: T0, latestAt: T0, latestMessageId: idOf(62), messageCount: 2 },
      },
    ],
    messages: [message(1, 'Pay <me> now.', figure), message(2, 'A secret.')],
    reports: [
      {
        ...{ id: idOf(50), reporterId: reporter, targetKind: 'message', targetId: idOf(61), postId: null, memberId: sender },
        ...{ reason: 'abuse', message: '', createdAt: T0, state: 'open', closedAt: null, closedById: null },
      },
    ],
  }
  const read = permittedRead(rowsRead(rows), moderator, policies)
  const { body } = await at('/admin/supermod?tab=reports', rows, { viewer: moderator, read })
  expect(body).toContain('Pay &lt;me&gt; now.')
  expect(body).not.toMatch(/A secret|Between us/u)
  expect(body).not.toContain('/inbox?conversation')
  expect(body).toContain(`src="/pictures/${idOf(70)}?w=480"`)
  // Without a script too.
  expect(body).toMatch(/action="\/api\/form\/messages\.remove"[^]*Participants see that a moderator removed it/u)
  // All of it is read there, with a reason.
  expect(body).toContain(`/moderatorInbox?conversation=${idOf(60)}`)
})

test('a member who was reported is not “by” themselves', async () => {
  const report = {
    ...{ id: idOf(50), reporterId: idOf(500), targetKind: 'member', targetId: idOf(400), postId: null, memberId: idOf(400) },
    ...{ reason: 'abuse', message: '', createdAt: T0, state: 'open', closedAt: null, closedById: null },
  }
  const rows: Rows = { members: [aMember({ id: idOf(400), displayName: 'Sam', slug: 'sam' })], reports: [report] }
  const { body } = await at('/admin/supermod?tab=reports', rows, { viewer: moderator })
  expect(body.replaceAll(/<!--.*?-->|<[^>]*>/gu, '')).toContain('Member: Sam')
})
