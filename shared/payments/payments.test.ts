import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { policies } from '../policies.ts'
import { posts } from '../posts/schema.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { amountWords, minorUnits } from './money.ts'
import { correctPayment, putPaymentDetails, recordPayment, setPaymentStatus } from './mutations.ts'
import { paymentsOf } from './queries.ts'
import { maxAmountMinor, paymentDetails, payments } from './schema.ts'

const lina = member(idOf(100))
const paid = {
  id: idOf(800),
  userId: idOf(100),
  amountMinor: 12_050,
  currency: 'EUR',
  reason: 'Prize',
  reference: 'T-1',
  relatedPostId: null,
}
const correction = { id: idOf(801), correctsId: idOf(800), amountMinor: -2_050, reason: 'Too much', reference: '' }

async function ledger() {
  const mutations = mutationsOver([payments, paymentDetails, members, posts, auditLog])
  await mutations.put(members, aMember())
  await mutations.run(recordPayment, paid, { viewer: admin })
  return mutations
}

async function withPaid() {
  const mutations = await ledger()
  await mutations.run(setPaymentStatus, { id: paid.id, status: 'paid' }, { viewer: admin, now: T0 + 5 })
  return mutations
}

describe('amounts', () => {
  test.each([
    ['120.50', 'EUR', 12_050],
    ['120,5', 'EUR', 12_050],
    [' 7 ', 'EUR', 700],
    ['-20.50', 'EUR', -2_050],
    ['0.01', 'EUR', 1],
    ['500', 'JPY', 500],
    ['1.234', 'KWD', 1_234],
  ])('%s %s is a whole number of minor units', (typed, currency, amount) => {
    expect(minorUnits(typed, currency)).toBe(amount)
  })

  test.each(['', 'x', '1e3', '1.005', '1,000.00', '.5', '0x10', '1234567890', 'NaN', '1 000'])('%j is not an amount of euros', (typed) => {
    expect(minorUnits(typed, 'EUR')).toBeNull()
  })

  test('yen have no fraction', () => {
    expect([minorUnits('5.5', 'JPY'), amountWords(500, 'JPY'), amountWords(-2_050, 'EUR')]).toEqual([null, '¥500', '-€20.50'])
  })
})

test('a payment is planned, approved and paid, once however often it is said, with an entry in the audit log each', async () => {
  const mutations = await ledger()
  await mutations.run(recordPayment, paid, { viewer: admin, now: T0 + 1 })
  expect(await mutations.get(payments, paid.id)).toMatchObject({ ...paid, status: 'planned', paidAt: null, createdAt: T0 })
  for (const now of [T0 + 2, T0 + 3]) await mutations.run(setPaymentStatus, { id: paid.id, status: 'approved' }, { viewer: admin, now })
  for (const now of [T0 + 4, T0 + 5]) await mutations.run(setPaymentStatus, { id: paid.id, status: 'paid' }, { viewer: admin, now })
  expect(await mutations.get(payments, paid.id)).toMatchObject({ ...paid, status: 'paid', paidAt: T0 + 4 })
  expect(await mutations.read((read) => read.list(auditEntries(9)))).toHaveLength(3)
})

test('what is paid is corrected by another row, and stays as it is', async () => {
  const mutations = await withPaid()
  const before = await mutations.get(payments, paid.id)
  for (const now of [T0 + 6, T0 + 7]) await mutations.run(correctPayment, correction, { viewer: admin, now })
  expect(await mutations.get(payments, paid.id)).toEqual(before)
  expect(await mutations.get(payments, correction.id)).toMatchObject({
    ...{ ...correction, userId: paid.userId, currency: 'EUR', status: 'paid', paidAt: T0 + 6 },
  })
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['the member who would get it', lina, {}, { reason: 'admins-only' }],
  ['a moderator', moderator, {}, { reason: 'admins-only' }],
  ['nothing', admin, { amountMinor: 0 }, { field: 'amountMinor' }],
  ['a negative amount', admin, { amountMinor: -1 }, { field: 'amountMinor' }],
  ['a fraction of a cent', admin, { amountMinor: 1.5 }, { field: 'amountMinor' }],
  ['a huge amount', admin, { amountMinor: maxAmountMinor + 1 }, { field: 'amountMinor' }],
  ['an amount that is not a number', admin, { amountMinor: '5' }, { field: 'amountMinor' }],
  ['no currency', admin, { currency: 'eu' }, { field: 'currency' }],
  ['no reason', admin, { reason: ' ' }, { field: 'reason' }],
  ['nobody', admin, { userId: idOf(999) }, { code: 'not-found' }],
  ['a post that is not there', admin, { relatedPostId: idOf(999) }, { code: 'not-found' }],
  ['a status of its sender’s choice', admin, { status: 'paid' }, { code: 'invalid' }],
  ['the id of another payment', admin, { id: paid.id, amountMinor: 5 }, { code: 'taken' }],
] as const)('a payment of %s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = await ledger()
  const before = await mutations.everything()
  const mutation = (async () => mutations.run(recordPayment, { ...paid, id: idOf(802), ...given }, { viewer }))()
  expect(await refusalOf(mutation)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

test.each([
  ['by a moderator', moderator, {}, { reason: 'admins-only' }],
  ['of nothing', admin, { amountMinor: 0 }, { field: 'amountMinor' }],
  ['that leaves less than nothing', admin, { amountMinor: -12_051 }, { field: 'amountMinor' }],
  ['that leaves too much', admin, { amountMinor: maxAmountMinor }, { field: 'amountMinor' }],
  ['of what is not there', admin, { correctsId: idOf(999) }, { code: 'not-found' }],
] as const)('a correction %s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = await withPaid()
  const before = await mutations.everything()
  expect(await refusalOf((async () => mutations.run(correctPayment, { ...correction, ...given }, { viewer }))())).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

test('several corrections together leave nothing below nothing, and none is of a correction or of what is not paid', async () => {
  const mutations = await withPaid()
  await mutations.run(correctPayment, correction, { viewer: admin })
  const again = (args: object) =>
    refusalOf((async () => mutations.run(correctPayment, { ...correction, id: idOf(803), ...args }, { viewer: admin }))())
  expect(await again({ amountMinor: -10_001 })).toMatchObject({ code: 'invalid' })
  expect(await again({ correctsId: correction.id })).toMatchObject({ reason: 'payment-is-not-paid' })
  const planned = await ledger()
  const early = (async () => planned.run(correctPayment, correction, { viewer: admin }))()
  expect(await refusalOf(early)).toMatchObject({ reason: 'payment-is-not-paid' })
})

test.each([
  ['paid', 'cancelled'],
  ['paid', 'approved'],
  ['cancelled', 'paid'],
  ['cancelled', 'approved'],
] as const)('what is %s does not become %s', async (status, next) => {
  const mutations = await ledger()
  await mutations.run(setPaymentStatus, { id: paid.id, status }, { viewer: admin })
  const refused = (async () => mutations.run(setPaymentStatus, { id: paid.id, status: next }, { viewer: admin }))()
  expect(await refusalOf(refused)).toMatchObject({ reason: 'payment-is-closed' })
  const byModerator = (async () => mutations.run(setPaymentStatus, { id: paid.id, status }, { viewer: moderator }))()
  expect(await refusalOf(byModerator)).toMatchObject({ reason: 'admins-only' })
})

test.each([
  ['its member', lina, 1],
  ['an administrator', admin, 1],
  ['a moderator', moderator, 0],
  ['another member', member(idOf(300)), 0],
  ['a visitor', visitor, 0],
] as const)('%s reads the rows that are theirs to read, and nobody reads details', async (_who, viewer: Viewer, count) => {
  const mutations = await ledger()
  await mutations.read(async (rows) => {
    const read = permittedRead(rows, viewer, policies)
    expect(await read.list(paymentsOf(idOf(100), 9))).toHaveLength(count)
    expect(() => policies.of(paymentDetails)).toThrow(TypeError)
  })
})

test('members save their own details, sealed, and take them away', async () => {
  const mutations = await ledger()
  await mutations.run(putPaymentDetails, { userId: idOf(100), sealed: '1.x' }, { viewer: lina })
  expect(await mutations.get(paymentDetails, idOf(100))).toEqual({ id: idOf(100), sealed: '1.x', changedAt: T0 })
  for (const viewer of [visitor, member(idOf(300)), admin])
    expect((await refusalOf((async () => mutations.run(putPaymentDetails, { userId: idOf(100), sealed: null }, { viewer }))())).code).toBe(
      'not-allowed',
    )
  await mutations.run(putPaymentDetails, { userId: idOf(100), sealed: null }, { viewer: lina })
  expect(await mutations.get(paymentDetails, idOf(100))).toBeUndefined()
})
