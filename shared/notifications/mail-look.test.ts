import { expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { policies } from '../policies.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { lookAtMails } from './mail-look-mutations.ts'
import { isMailLookOpen } from './mail-look-rules.ts'
import { privateLookMs } from '../moderation/private-looks.ts'
import { mailLookId, mailLooks } from './mail-look-schema.ts'
import { sentMails } from './sent-mail-schema.ts'

const ben = idOf(200)
const other = member(idOf(902), { isAdmin: true })
const args = { userId: ben, reason: 'Says that no mail comes.' }
const mail = { id: idOf(9), userId: ben, to: 'ben@example.org', subject: 'News', at: T0, refusedFor: null }

async function scene() {
  const mutations = mutationsOver([members, mailLooks, auditLog])
  await mutations.put(members, aMember({ id: ben, slug: 'ben' }))
  return mutations
}

test('an administrator sees for half an hour which mails went to a member, with one entry in the audit log for a reason', async () => {
  const mutations = await scene()
  const sees = (viewer = admin) => mutations.read(async (read) => policies.of(sentMails)(mail, viewer, read))
  expect(await sees()).toBeUndefined()
  for (const _again of [1, 2]) await mutations.run(lookAtMails, args, { viewer: admin })
  expect([await sees(), await sees(member(ben)), await sees(other), await sees(member(admin.userId))]).toEqual([
    mail,
    mail,
    undefined,
    undefined,
  ])
  const look = await mutations.get(mailLooks, mailLookId(ben, admin.userId))
  expect([T0, T0 + privateLookMs - 1, T0 + privateLookMs].map((now) => isMailLookOpen(admin, look, now))).toEqual([true, true, false])
  expect([isMailLookOpen(other, look, T0), isMailLookOpen(member(admin.userId), look, T0)]).toEqual([false, false])
  expect(await mutations.read((read) => read.list(auditEntries(9)))).toMatchObject([
    { byId: admin.userId, act: 'read.emails', userId: ben, details: { reason: args.reason } },
  ])
  await mutations.run(lookAtMails, { ...args, reason: 'Another.' }, { viewer: admin })
  expect(await mutations.read((read) => read.list(auditEntries(9)))).toHaveLength(2)
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['a member', member(idOf(300)), {}, { reason: 'admins-only' }],
  ['a moderator', moderator, {}, { reason: 'admins-only' }],
  ['an administrator without a reason', admin, { reason: '?' }, { code: 'invalid', field: 'reason' }],
  ['an administrator, of nobody', admin, { userId: idOf(999) }, { code: 'not-found' }],
] as const)('a look at the mails of others by %s is refused, and nothing is written', async (_who, viewer, changes, refusal) => {
  const mutations = await scene()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(lookAtMails, { ...args, ...changes }, { viewer }))).toMatchObject(refusal)
  expect(await mutations.everything()).toBe(before)
})
