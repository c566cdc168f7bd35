import { expect, test } from 'vitest'
import type { ApplyRequest } from '#server/sync/apply.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { members } from '#shared/accounts/schema.ts'
import { traceFigures } from '#shared/alt-accounts/figures.ts'
import { findAltAccounts } from '#shared/alt-accounts/find.ts'
import { tracesOfMember } from '#shared/alt-accounts/queries.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import { forgetExpired } from './jobs.ts'

const from = '/moderation/altAccounts'

/**
 * Nell and Otto sign in from one browser, Pia from the same address, Quin from elsewhere; Mara
 * administers.
 */
async function scene() {
  const site = await featureSite({ TRUST_PROXY: '1' })
  const signUp = async (name: string, browser: ReturnType<typeof site.browser>) => {
    await browser.signUp(name)
    return (await browser.me()).viewer.userId ?? ''
  }
  const [shared, pia, quin, mara] = ['203.0.113.7', '203.0.113.7', '198.51.100.9', '192.0.2.1'].map((address) => site.browser(address))
  if (shared === undefined || pia === undefined || quin === undefined || mara === undefined) throw new Error('four browsers')
  const maraId = await signUp('mara', mara)
  const nellId = await signUp('nell', shared)
  await shared.form('accounts.signOut', { from: '/' })
  const ids = { maraId, nellId, ottoId: await signUp('otto', shared), piaId: await signUp('pia', pia), quinId: await signUp('quin', quin) }
  await site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, maraId)), isAdmin: true }))
  await site.mails()
  const search = async (fields: Readonly<Record<string, string>>) => {
    const answer = await mara.form('altAccounts.look', { kind: 'member', value: '', reason: 'Votes from one place.', from, ...fields })
    const look = /look=([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
    const admin = member(maraId, { isAdmin: true })
    const found = await site.store.read((read) => findAltAccounts(read, admin, look, site.clock.now))
    return { answer, found: found?.traces.map(({ kind, hash, others }) => ({ kind, hash, others: others.map(({ userId }) => userId) })) }
  }
  return { site, shared, pia, search, ...ids }
}

test('accounts of one browser and of one address are found from a member, a browser and an address, with an entry for each look', async () => {
  const { site, search, nellId, ottoId, piaId } = await scene()
  const { found = [] } = await search({ value: 'nell' })
  expect(found.map(({ kind, others }) => [kind, others.toSorted()])).toEqual([
    ['browser', [ottoId]],
    ['address', [ottoId, piaId].toSorted()],
  ])
  const browser = await search({ kind: 'browser', value: found[0]?.hash ?? '' })
  expect(browser.found?.map(({ others }) => others.toSorted())).toEqual([[nellId, ottoId].toSorted()])
  const address = await search({ kind: 'address', value: ' 203.0.113.7 ' })
  expect(address.found?.map(({ others }) => others.toSorted())).toEqual([[nellId, ottoId, piaId].toSorted()])
  expect((await search({ value: 'quin' })).found?.flatMap(({ others }) => others)).toEqual([])
  expect((await search({ kind: 'address', value: '203.0.113.8' })).found).toEqual([])
  const entries = await site.store.read((read) => read.list(auditEntries(20)))
  expect(entries.filter(({ act }) => act === 'read.altAccounts')).toHaveLength(5)
  for (const { hash } of found) expect(JSON.stringify(entries)).not.toContain(hash)
})

test('what a look is of no administrator says for themselves: a device or a program cannot ask for one', async () => {
  const { site, maraId } = await scene()
  const args = { id: idOf(1), kind: 'address', userId: null, hashes: ['h'.repeat(43)], reason: 'Votes from one place.' }
  const outcome = await site.writer.apply({ name: 'altAccounts.look', args, userId: maraId, source: 'member' })
  expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'not-allowed', reason: 'server-only' } })
})

test('no address stands in a store, and after a month the same one is another trace', async () => {
  const { site, shared, search, ottoId } = await scene()
  const traces = () => site.store.read((read) => read.list(tracesOfMember(ottoId)))
  const before = await traces()
  expect(before.map(({ kind, hash }) => [kind, /^[\w-]{43}$/u.test(hash)])).toEqual(expect.arrayContaining([['browser', true], ['address', true]])) // oxfmt-ignore
  await search({ kind: 'address', value: '203.0.113.7' })
  expect(JSON.stringify([before, await site.store.read((read) => read.list(auditEntries(20)))])).not.toContain('203.0.113')
  site.clock.now = T0 + traceFigures.keyMs
  await shared.signIn('otto')
  await site.mails()
  const after = await traces()
  expect(after).toHaveLength(4)
  expect(new Set(after.map(({ hash }) => hash)).size).toBe(4)
  // Of an address both are found: the older key is still there.
  expect((await search({ kind: 'address', value: '203.0.113.7' })).found).toHaveLength(2)
})

test('after 90 days a job has deleted what was noted, and an address leads nowhere', async () => {
  const { site, search, ottoId } = await scene()
  site.clock.now = T0 + traceFigures.traceMs
  await forgetExpired({ apply: (request: ApplyRequest) => site.writer.apply(request) })
  expect(await site.store.read((read) => read.list(tracesOfMember(ottoId)))).toEqual([])
  expect((await search({ kind: 'address', value: '203.0.113.7' })).found).toEqual([])
})

test('what is no beginning is refused, and so is everybody but administrators', async () => {
  const { site, pia, search } = await scene()
  const before = await site.store.read((read) => read.list(auditEntries(20)))
  for (const [fields, status] of [
    [{ value: 'nobody-of-that-name' }, 404],
    [{ value: '' }, 400],
    [{ kind: 'address', value: 'not an address' }, 400],
    [{ kind: 'browser', value: 'nell' }, 400],
    [{ kind: 'other', value: 'nell' }, 400],
    [{ value: 'nell', reason: '?' }, 400],
  ] as const)
    expect([fields, (await search(fields)).answer.status]).toEqual([fields, status])
  const fields = { kind: 'member', value: 'nell', reason: 'Out of curiosity.', from: '/' }
  expect((await pia.form('altAccounts.look', fields)).status).toBe(403)
  expect((await site.browser().form('altAccounts.look', fields)).status).toBe(401)
  expect(await site.store.read((read) => read.list(auditEntries(20)))).toEqual(before)
})
