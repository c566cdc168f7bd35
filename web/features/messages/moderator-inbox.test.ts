import { describe, expect, test } from 'vitest'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { stateId } from '#shared/messages/schema.ts'
import { policies } from '#shared/policies.ts'
import { admin, aMember, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const [ben, cleo] = [idOf(200), idOf(300)]
const [id, foreign] = [idOf(1), idOf(2)]
const mo = moderator.userId
const named = (userId: string, displayName: string) =>
  aMember({ id: userId, displayName, slug: displayName.toLowerCase(), userName: displayName, userNameKey: displayName.toLowerCase() })
const aMessage = (n: number, changes = {}) => ({
  ...{ id: idOf(10 + n), conversationId: id, userId: mo, n, at: T0, body: paragraph(`Word ${n}.`), event: null },
  ...changes,
})
const template = (n: number, changes = {}) => ({
  ...{ id: idOf(50 + n), kind: 'messages', name: `Template ${n}`, groupLabel: 'Welcome', order: n, isDeleted: false, createdAt: T0 },
  ...{ contents: `Hello {{displayName}}, welcome to {{siteName}}. ${n}`, ...changes },
})
const rows = {
  members: [named(mo, 'Mo'), named(ben, 'Ben'), named(cleo, 'Cleo')],
  conversations: [
    {
      ...{ id, title: null, creatorId: mo, participantIds: [mo, ben], moderatorIds: [mo], participantsKey: null, createdAt: T0 },
      ...{ latestAt: T0, latestMessageId: idOf(11), messageCount: 1 },
    },
    {
      ...{ id: foreign, title: 'Between us', creatorId: cleo, participantIds: [cleo, ben], participantsKey: null, createdAt: T0 },
      ...{ latestAt: T0, latestMessageId: idOf(19), messageCount: 1 },
    },
  ],
  messages: [aMessage(1), aMessage(9, { conversationId: foreign, userId: cleo, body: paragraph('A secret.') })],
  conversation_states: [mo, ben].map((userId) => ({
    ...{ id: stateId(id, userId), userId, conversationId: id, latestAt: T0, latestN: 1, readN: 0 },
    ...{ isUnread: true, isArchived: false, isMuted: false },
  })),
  moderator_conversations: [
    { id, conversationId: id, userId: '', latestAt: T0 },
    { id: stateId(id, ben), conversationId: id, userId: ben, latestAt: T0 },
  ],
  moderation_templates: [template(1), template(2, { groupLabel: 'Warnings' }), template(3, { kind: 'comments' })],
}
const at = (url: string, viewer: Viewer, given: Parameters<typeof rowsRead>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, { viewer, read: permittedRead(rowsRead(given), viewer, policies) }))

describe('the moderator inbox', () => {
  test('lists the moderators’ conversations for every moderator, and says which wait for an answer', async () => {
    for (const viewer of [moderator, admin]) {
      const { body, status } = await at('/moderatorInbox', viewer)
      expect(status).toBe(200)
      expect(body).toContain('>Ben</a>')
      expect(body).toContain('Word 1.')
      expect(body).not.toContain('Not answered')
      expect(body).not.toContain('Between us')
    }
    const answered = { ...rows, messages: [aMessage(1, { userId: ben })] }
    expect((await at('/moderatorInbox', admin, answered)).body).toContain('Not answered')
  })

  test.each([
    ['a visitor', { kind: 'visitor' } as const, 401],
    ['a member', member(cleo), 403],
    ['whom it is with', member(ben), 403],
  ])('%s is refused', async (_who, viewer, status) => {
    for (const query of ['', `?conversation=${id}`, '?compose=new&to=cleo']) {
      const answer = await at(`/moderatorInbox${query}`, viewer)
      expect(answer.status).toBe(status)
      expect(answer.body).not.toContain('Word 1.')
    }
  })

  test('of one member it shows theirs; of nobody it says so', async () => {
    for (const asked of ['user=ben', `userId=${ben}`]) expect((await at(`/moderatorInbox?${asked}`, moderator)).body).toContain('Word 1.')
    expect((await at('/moderatorInbox?user=cleo', moderator)).body).toContain('No conversations with this member')
    expect((await at('/moderatorInbox?user=nobody', moderator)).body).toContain('No member has that name')
  })

  test('an opened one has a composer with templates that name whom it is with', async () => {
    const { body } = await at(`/moderatorInbox?conversation=${id}`, admin)
    expect(body).toContain('action="/api/form/messages.send"')
    expect(body).toContain('Template 1')
    expect(body).toContain('Warnings')
    expect(body).not.toContain('Template 3')
    // Who has no part in it yet has nothing of their own to change.
    expect(body).not.toContain('conversations.leave')
    expect((await at(`/moderatorInbox?conversation=${id}`, moderator)).body).toContain('conversations.leave')
    const chosen = await at(`/moderatorInbox?conversation=${id}&templateId=${idOf(51)}`, admin)
    expect(chosen.body).toMatch(/<textarea[^>]*>Hello Ben, welcome to [^{]+\. 1<\/textarea>/u)
  })

  test('a new one asks whom it is to, then for the words', async () => {
    expect((await at('/moderatorInbox?compose=new', moderator)).body).toContain('Continue')
    const { body } = await at(`/moderatorInbox?compose=new&to=ben&templateId=${idOf(52)}`, moderator)
    expect(body).toContain('action="/api/form/conversations.beginAsModerators"')
    expect(body).toMatch(/<textarea[^>]*>Hello Ben, welcome/u)
    expect((await at('/moderatorInbox?compose=new&to=nobody', moderator)).body).toContain('Name 1 to 29 other members')
  })

  test.each([foreign, idOf(999), 'nonsense'])('what is not the moderators’ is 404 (%#)', async (asked) => {
    const { body, status } = await at(`/moderatorInbox?conversation=${asked}`, moderator)
    expect(status).toBe(404)
    expect(body).not.toContain('A secret.')
    expect(body).not.toContain('Between us')
  })
})

describe('a conversation of others', () => {
  const asked = `/moderatorInbox?conversation=${foreign}`
  const { now } = testPageData(rows)
  const reading = (changes = {}) => ({
    ...rows,
    staff_readings: [
      {
        ...{ id: stateId(foreign, mo), conversationId: foreign, byId: mo, reason: 'A report by Ben.' },
        ...{ at: now - 1_000, endsAt: now + 29 * 60_000, ...changes },
      },
    ],
  })

  test('asks a moderator for a reason, as an address of nothing does, and shows nothing before', async () => {
    const bare = (text: string) => text.replaceAll(/[0-9a-z]{26}/gu, 'ID')
    const [there, nothing] = [await at(asked, moderator), await at(`/moderatorInbox?conversation=${idOf(999)}`, moderator)]
    expect(there.status).toBe(404)
    expect(there.body).toContain('action="/api/form/conversations.readForReason"')
    expect(bare(there.body)).toBe(bare(nothing.body))
    expect((await at('/moderatorInbox?conversation=nonsense', moderator)).body).not.toContain('readForReason')
  })

  test('is shown to who gave a reason, with the reason and how long it holds, and without a composer', async () => {
    const { body, status } = await at(asked, moderator, reading())
    expect(status).toBe(200)
    for (const words of [`data-body="${idOf(19)}"`, 'Between us', 'A report by Ben.', '29 more minutes', 'conversations.joinAsStaff'])
      expect(body).toContain(words)
    // What they read so they may remove.
    expect(body).toContain('action="/api/form/messages.remove"')
    for (const name of ['messages.send', 'conversations.leave', 'conversations.rename']) expect(body).not.toContain(name)
  })

  test.each([
    ['the time is over', moderator, asked, { endsAt: now }, 404],
    ['another moderator gave it', admin, asked, {}, 404],
    ['it is asked for in one’s own inbox', moderator, `/inbox?conversation=${foreign}`, {}, 404],
    ['its reader is a moderator no more', member(mo), asked, {}, 403],
  ])('is closed where %s', async (_why, viewer, url, changes, expected) => {
    const { body, status } = await at(url, viewer, reading(changes))
    expect(status).toBe(expected)
    expect(body).not.toContain(idOf(19))
    expect(body).not.toContain('Between us')
  })

  test('one’s own leads to one’s own inbox, without a reason', async () => {
    const own = { ...rows, conversations: rows.conversations.map((one) => ({ ...one, moderatorIds: undefined })) }
    expect(await at(`/moderatorInbox?conversation=${id}`, moderator, own)).toMatchObject({
      status: 302,
      location: `/inbox?conversation=${id}`,
    })
  })
})

test('in their own inbox a moderator has a link to it and how many are unread; whom it is with has the conversation', async () => {
  const own = (await at('/inbox', moderator)).body
  expect(own).toContain('Moderator inbox (1 unread)')
  expect(own).not.toContain('Word 1.')
  const theirs = (await at('/inbox', member(ben))).body
  expect(theirs).toContain('· Moderators')
  expect(theirs).not.toContain('Moderator inbox')
})
