import { describe, expect, test } from 'vitest'
import type { AltAccounts } from '#shared/alt-accounts/find.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, aMember, idOf, member, moderator } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const [ada, ben] = [idOf(100), idOf(200)]
const rows = {
  members: [
    aMember({ id: ada, displayName: 'Ada', slug: 'ada', userName: 'ada', userNameKey: 'ada' }),
    aMember({ id: ben, displayName: 'Ben', slug: 'ben', userName: 'ben', userNameKey: 'ben' }),
  ],
}
const { now } = testPageData(rows)
const seen = (userId: string) => ({ userId, firstAt: now - 9_000, lastAt: now - 1_000, times: 2 })
const hash = 'abcdefgh'.padEnd(43, 'x')
const address = 'zyxwvuts'.padEnd(43, 'x')
const found: AltAccounts = {
  ...{ userId: ada, endsAt: now + 20 * 60_000 },
  traces: [
    { kind: 'browser', hash, own: seen(ada), others: [seen(ben)] },
    { kind: 'address', hash: address, own: seen(ada), others: [] },
  ],
}
const at = (viewer: Viewer, search = '', answer: AltAccounts | undefined = found) =>
  web.render(
    { url: `/moderation/altAccounts${search}`, as: 'html' },
    { ...testPageData(rows, { viewer }), altAccounts: async () => answer },
  )
const textOf = async (answer: ReturnType<typeof at>) => (await answer).body.replaceAll('<!-- -->', '')

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(ben), 403],
  ['a moderator', moderator, 403],
  ['an administrator', admin, 200],
] as const)('%s', async (_who, viewer, status) => {
  const answer = await at(viewer, `?look=${idOf(1)}`)
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.body).not.toContain(hash)
})

describe('the page of alternative accounts', () => {
  test('looks for nobody by itself: what an address asks for stands in the form, with a plea for restraint', async () => {
    for (const [search, value] of [
      ['?slug=ada', 'ada'],
      [`?userId=${ada}`, 'ada'],
      [`?clientId=${hash}`, hash],
      ['?ip=192.0.2.1', '192.0.2.1'],
    ] as const) {
      const text = await textOf(at(admin, search))
      expect(text).toContain(`value="${value}"`)
      expect(text).toContain('Look at as little as you need')
      expect(text).not.toContain('Results')
    }
  })

  test('shows what a look found: who, how often, and from where else to go on', async () => {
    const text = await textOf(at(admin, `?look=${idOf(1)}`))
    for (const words of ['Results', '20 more minutes', '>Ben</a>', '2 sign-ins', `clientId=${hash}`, 'altAccounts?slug=ben'])
      expect(text).toContain(words)
    expect(text).toContain('abcdefgh')
    // Also in what the page was made of.
    const { body } = await at(admin, `?look=${idOf(1)}`)
    expect([body.includes('zyxwvuts'), body.includes('zyxwvutsx')]).toEqual([true, false])
  })

  test('says where nobody was found, and where the look is over', async () => {
    expect(await textOf(at(admin, `?look=${idOf(1)}`, { ...found, traces: [] }))).toContain('No other members found.')
    expect(await textOf(at(admin, `?look=${idOf(1)}`, { ...found, userId: null, traces: [] }))).toContain('No members found.')
    const over = await web.render(
      { url: `/moderation/altAccounts?look=${idOf(1)}`, as: 'html' },
      { ...testPageData(rows, { viewer: admin }), altAccounts: async () => undefined },
    )
    expect(over.body).toContain('These results have expired.')
    expect(over.body).not.toContain(hash)
  })
})
