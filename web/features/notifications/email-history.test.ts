import { expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { mailLookId } from '#shared/notifications/mail-look-schema.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const mail = (n: number, changes: object = {}) => ({
  ...{ id: idOf(n), userId: admin.userId, to: 'us@essays.example', subject: `Mail ${n}.`, at: T0 + n, refusedFor: null, ...changes },
})
const at = (rows: Rows, viewer: Viewer = admin, query = '') =>
  web.render({ url: `/debug/emailHistory${query}`, as: 'html' }, testPageData(rows, { viewer }))

test('shows the mails that went to the administrator who looks, newest first, and no one else’s', async () => {
  const { status, body } = await at({
    sent_mails: [mail(1), mail(2, { refusedFor: 'address' }), mail(3, { userId: idOf(300), subject: 'For Ben.' })],
  })
  expect(status).toBe(200)
  expect(body.indexOf('Mail 2.')).toBeLessThan(body.indexOf('Mail 1.'))
  expect(body).toContain('the address takes no mail')
  expect(body).not.toContain('For Ben.')
})

test('has ten at first and a way to more, and says so where there are none', async () => {
  const many = { sent_mails: Array.from({ length: 12 }, (_, n) => mail(n + 1)) }
  const { body } = await at(many)
  expect([body.includes('Mail 3.'), body.includes('Mail 2.'), body.includes('limit=20')]).toEqual([true, false, true])
  expect((await at(many, admin, '?limit=20')).body).toContain('Mail 1.')
  expect((await at({})).body).toContain('No emails in the last 90 days')
})

test('of another member it asks why, then shows their mails until the look is over', async () => {
  const ben = idOf(300)
  const rows = (looks: Rows = {}) => ({
    ...{ members: [aMember({ id: ben, slug: 'ben', displayName: 'Ben' })], sent_mails: [mail(3, { userId: ben, subject: 'For Ben.' })] },
    ...looks,
  })
  const closed = await at(rows(), admin, '?q=ben')
  expect(closed.body).toContain('action="/api/form/sentMails.look"')
  expect(closed.body).not.toContain('For Ben.')
  const look = (endsAt: number) => rows({ mail_looks: [{ id: mailLookId(ben, admin.userId), ...{ userId: ben, byId: admin.userId, reason: 'No mail.', endsAt } }] }) // oxfmt-ignore
  const { now } = testPageData({})
  const open = (await at(look(now + 60_000), admin, '?q=ben')).body
  expect([open.includes('For Ben.'), open.includes('No mail.')]).toEqual([true, true])
  expect((await at(look(now), admin, '?q=ben')).body).not.toContain('For Ben.')
  expect((await at(rows(), admin, '?q=nobody')).body).toContain('Nothing found for “nobody”.')
})

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 403],
])('%s gets none of it', async (_who, viewer, status) => {
  expect((await at({ sent_mails: [mail(1)] }, viewer)).status).toBe(status)
})
