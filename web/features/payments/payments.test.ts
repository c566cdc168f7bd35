import { describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { PaymentsPort } from '#shared/payments/port.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const lina = member(idOf(100))
const payment = {
  ...{ id: idOf(800), userId: idOf(100), amountMinor: 12_050, currency: 'EUR', reason: 'Prize of May', relatedPostId: null },
  ...{ status: 'paid', paidAt: T0, reference: 'T-1', correctsId: null, createdByUserId: idOf(900), createdAt: T0 },
}
const correction = { ...payment, id: idOf(801), amountMinor: -2_050, reason: 'Too much', correctsId: payment.id }
const others = { ...payment, id: idOf(802), userId: idOf(300), reason: 'Of somebody else' }
const rows: Rows = { payments: [payment, correction, others], members: [aMember()] }
const port: PaymentsPort = {
  ...{ currency: 'EUR', canSave: true },
  own: async () => ({ email: 'pay@mail.test', info: 'IBAN 1' }),
  everyone: async () => [{ userId: idOf(100), email: 'pay@mail.test', info: 'IBAN 1', isUnreadable: false }],
}
const at = (url: string, viewer: Viewer, payments = port) => web.render({ url, as: 'html' }, testPageData(rows, { viewer, payments }))

test.each([
  ['administrators', admin, '/payments/admin'],
  ['members', lina, '/payments/account'],
  ['moderators', moderator, '/payments/account'],
  ['visitors', visitor, '/payments/account'],
])('/payments leads %s to their page', async (_who, viewer, to) => {
  const { status, location } = await at('/payments', viewer)
  expect([status, location]).toEqual([302, to])
})

describe('/payments/account', () => {
  test('has the member’s own details and payments, and nobody else’s', async () => {
    const { status, body } = await at('/payments/account', lina)
    expect(status).toBe(200)
    expect(body).toMatch(/name="email"[^>]*value="pay@mail\.test"|value="pay@mail\.test"[^>]*name="email"/u)
    expect(body).toContain('>IBAN 1</textarea>')
    for (const words of ['€120.50', '-€20.50', 'Correction', 'Prize of May', '€600']) expect(body).toContain(words)
    expect(body).not.toContain('Of somebody else')
  })

  test('says so where details can’t be read any more, or can’t be saved', async () => {
    expect((await at('/payments/account', lina, { ...port, own: async () => 'unreadable' })).body).toContain('Enter them again.')
    const none = await at('/payments/account', lina, { ...port, canSave: false, own: async () => null })
    expect(none.body).toContain('hasn’t set an encryption key')
    expect(none.body).not.toContain('name="info"')
  })

  test('asks a visitor to sign in', async () => {
    const { status, body } = await at('/payments/account', visitor)
    expect(status).toBe(401)
    expect(body).toContain('/api/form/accounts.signIn')
  })
})

describe('/payments/admin', () => {
  test('has everybody’s details, and below its tabs the ledger with a correction for what is paid', async () => {
    const { status, body } = await at('/payments/admin', admin)
    expect(status).toBe(200)
    expect(body).toContain('IBAN 1')
    expect((await at('/payments/admin', admin, { ...port, everyone: async () => [] })).body).toContain('Nobody has entered payment info.')
    const paid = (await at('/payments/admin?state=paid', admin)).body
    for (const words of ['€120.50', '-€20.50', 'Of somebody else']) expect(paid).toContain(words)
    // Two payments; their corrections are corrected by others of the payment.
    expect(paid.match(/action="\/api\/form\/payments\.correct"/gu)).toHaveLength(2)
    expect(paid).not.toContain('IBAN 1')
    expect((await at('/payments/admin?state=planned', admin)).body).toContain('action="/api/form/payments.record"')
  })

  test.each([
    ['a visitor', visitor, 401],
    ['a member', lina, 403],
    ['a moderator', moderator, 403],
  ])('is not for %s', async (_who, viewer, refused) => {
    for (const url of ['/payments/admin', '/payments/admin?state=paid']) {
      const { status, body } = await at(url, viewer)
      expect(status).toBe(refused)
      expect(body).not.toMatch(/IBAN|120\.50/u)
    }
  })
})
