import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { paymentsOf } from '#shared/payments/queries.ts'
import { paymentDetails } from '#shared/payments/schema.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { paymentsPort } from './payments-port.ts'
import { keyIn, paymentsVault } from './vault.ts'

const key = Buffer.alloc(32, 7)
const details = { email: 'pay@mail.test', info: 'IBAN zzcanaryiban' }

async function scene() {
  const site = await featureSite({ PAYMENTS_KEY: key.toString('base64url'), PAYMENTS_CURRENCY: 'EUR' })
  const [mara, lina] = [site.browser(), site.browser()]
  await mara.signUp('mara')
  await lina.signUp('lina')
  const maraId = (await mara.me()).viewer.userId ?? ''
  const linaId = (await lina.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, maraId)), isAdmin: true }))
  const payments = { vault: paymentsVault({ key, dataDir: null }), currency: 'EUR' }
  const portOf = <T>(userId: string, isAdmin: boolean, work: (port: ReturnType<typeof paymentsPort>) => Promise<T>) =>
    site.store.read((read) => work(paymentsPort(payments, read, member(userId, { isAdmin }), site.clock.now)))
  return { site, mara, lina, maraId, linaId, portOf }
}

const saved = { ...details, from: '/newPost' }
const payment = { member: 'lina', amount: '120.50', reason: 'Prize', reference: '', post: '', from: '/newPost' }

test('details are saved encrypted: neither the store’s files nor the audit log hold a word of them', async () => {
  const { site, lina, linaId, portOf } = await scene()
  const answer = await lina.form('payments.saveDetails', saved)
  expect([answer.status, answer.headers['location']]).toEqual([303, '/payments/account?notice=saved'])
  expect(await portOf(linaId, false, (port) => port.own())).toEqual(details)
  const row = await site.store.read((read) => read.get(paymentDetails, linaId))
  expect(row?.sealed).toMatch(/^1\.[\w-]+$/u)
  const files = (await readdir(site.config.dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) expect((await readFile(join(parentPath, name))).includes('zzcanary'), name).toBe(false)
  await lina.form('payments.saveDetails', { email: '', info: ' ', from: '/newPost' })
  expect(await portOf(linaId, false, (port) => port.own())).toBeNull()
})

test.each([
  ['an address that is none', { email: 'pay' }, 'email'],
  ['a text that is too long', { info: 'x'.repeat(4_001) }, 'info'],
])('%s is refused at its field', async (_what, fields, field) => {
  const { lina } = await scene()
  const answer = await lina.form('payments.saveDetails', { ...saved, ...fields })
  expect([answer.status, shownForm(answer).error?.['field']]).toEqual([400, field])
})

test('administrators see everybody’s details and search them; closed and banned accounts are left out, and nobody else sees any', async () => {
  const { site, mara, lina, linaId, maraId, portOf } = await scene()
  await lina.form('payments.saveDetails', saved)
  await mara.form('payments.saveDetails', { email: '', info: 'By post', from: '/newPost' })
  const everyone = (search: string) => portOf(maraId, true, (port) => port.everyone(search, 10))
  expect((await everyone('')).map(({ userId, info }) => [userId, info])).toEqual([
    [linaId, details.info],
    [maraId, 'By post'],
  ])
  for (const search of ['LINA', 'pay@mail', 'zzCanaryIban']) expect((await everyone(search)).map(({ userId }) => userId)).toEqual([linaId])
  expect((await everyone('by post'))[0]?.email).toContain('@')
  await expect(portOf(linaId, false, (port) => port.everyone('', 10))).rejects.toMatchObject({ reason: 'admins-only' })
  await site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, linaId)), bannedUntil: site.clock.now + 9 }))
  expect((await everyone('')).map(({ userId }) => userId)).toEqual([maraId])
})

test('a purge takes the details of the account away', async () => {
  const { site, lina, linaId, maraId } = await scene()
  await lina.form('payments.saveDetails', saved)
  const args = { userId: linaId, publicReason: 'Spam.', privateNote: '' }
  expect(await site.writer.apply({ name: 'moderation.purge', args, userId: maraId, source: 'member' })).toMatchObject({ kind: 'applied' })
  await site.writer.apply({ name: 'moderation.purgeStep', args: { userId: linaId }, userId: null, source: 'server' })
  expect(await site.store.read((read) => read.get(paymentDetails, linaId))).toBeUndefined()
})

test('administrators record a payment, mark it paid and correct it, and each stands in the audit log', async () => {
  const { site, mara, linaId } = await scene()
  expect((await mara.form('payments.record', payment)).headers['location']).toBe('/payments/admin?state=planned')
  // A hasty second press.
  await mara.form('payments.record', payment)
  const rows = () => site.store.read((read) => read.list(paymentsOf(linaId, 9)))
  const [row, ...others] = await rows()
  expect([row, others]).toMatchObject([{ amountMinor: 12_050, currency: 'EUR', status: 'planned' }, []])
  const id = row?.id ?? ''
  expect((await mara.form('payments.setStatus', { id, status: 'paid', from: '/newPost' })).headers['location']).toBe(
    '/payments/admin?state=paid',
  )
  await mara.form('payments.correct', { correctsId: id, amount: '-20.50', reason: 'Too much', reference: '', from: '/newPost' })
  expect((await rows()).map(({ amountMinor }) => amountMinor).toSorted((a, b) => a - b)).toEqual([-2_050, 12_050])
  const audit = await site.store.read((read) => read.list(auditEntries(20)))
  expect(audit.flatMap(({ act }) => (act.startsWith('payments.') ? [act] : [])).toSorted()).toEqual([
    'payments.correct',
    'payments.record',
    'payments.setStatus',
  ])
})

test.each([
  ['an amount below nothing', { amount: '-5' }, 'amount'],
  ['a huge amount', { amount: '1000001' }, 'amount'],
  ['what is not an amount', { amount: '1e3' }, 'amount'],
  ['nobody', { member: 'nobody' }, 'member'],
  ['what is not a post', { post: 'tides' }, 'post'],
])('a payment of %s is refused at its field', async (_what, fields, field) => {
  const { site, mara, linaId } = await scene()
  const answer = await mara.form('payments.record', { ...payment, ...fields })
  expect([answer.status, shownForm(answer).error?.['field']]).toEqual([400, field])
  expect(await site.store.read((read) => read.list(paymentsOf(linaId, 9)))).toEqual([])
})

test('a payment in another currency than the site’s is refused, and so is one by anybody but administrators', async () => {
  const { site, lina, linaId, maraId } = await scene()
  expect((await lina.form('payments.record', payment)).status).toBe(403)
  expect((await site.browser().form('payments.record', payment)).status).toBe(401)
  const args = { id: idOf(800), userId: linaId, amountMinor: 5, currency: 'USD', reason: 'x', reference: '', relatedPostId: null }
  const outcome = await site.writer.apply({ name: 'payments.record', args, userId: maraId, source: 'member' })
  expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'invalid', field: 'currency' } })
})

test('what was encrypted opens for its own member alone, by its own key, and unchanged', async () => {
  const vault = paymentsVault({ key, dataDir: null })
  const sealed = await vault.seal(idOf(1), details)
  expect(await vault.open(idOf(1), sealed)).toEqual(details)
  expect(await vault.seal(idOf(1), details)).not.toBe(sealed)
  const other = paymentsVault({ key: Buffer.alloc(32, 8), dataDir: null })
  const changed = `${sealed.slice(0, -3)}${sealed.at(-3) === 'A' ? 'B' : 'A'}${sealed.slice(-2)}`
  expect([
    ...[await vault.open(idOf(2), sealed), await other.open(idOf(1), sealed), await vault.open(idOf(1), changed)],
    ...[await vault.open(idOf(1), '1.'), await vault.open(idOf(1), 'x')],
  ]).toEqual([null, null, null, null, null])
})

test('without a key one is made once, in a file that only its owner may read; where servers share a store none is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const sealed = await paymentsVault({ key: null, dataDir }).seal(idOf(1), details)
  expect(await paymentsVault({ key: null, dataDir }).open(idOf(1), sealed)).toEqual(details)
  const path = join(dataDir, 'payments.key')
  if (process.platform !== 'win32') expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  expect(keyIn(await readFile(path, 'utf8'))).toHaveLength(32)
  const none = paymentsVault({ key: null, dataDir: null })
  expect([none.canSave, await none.open(idOf(1), sealed)]).toEqual([false, null])
  await expect(none.seal(idOf(1), details)).rejects.toThrow('PAYMENTS_KEY')
})
