import { describe, expect, test } from 'vitest'
import type { Conversation, Message } from '#shared/messages/schema.ts'
import { keyOfParticipants, stateId } from '#shared/messages/schema.ts'
import { admin, aMember, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { titleOf } from './messages.load.ts'

const [ada, ben, cleo] = [idOf(100), idOf(200), idOf(300)]
const id = idOf(1)

function aConversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    ...{ id, title: null, creatorId: ada, participantIds: [ada, ben], participantsKey: keyOfParticipants([ada, ben]), createdAt: T0 },
    ...{ latestAt: T0, latestMessageId: idOf(11), messageCount: 1, ...changes },
  }
}
const aMessage = (n: number, changes: Partial<Message> = {}): Message => ({
  ...{ id: idOf(10 + n), conversationId: id, userId: ada, n, at: T0, body: paragraph(`Word ${n}.`), event: null },
  ...changes,
})
const aState = (userId: string, changes = {}) => ({
  ...{ id: stateId(id, userId), userId, conversationId: id, latestAt: T0, latestN: 1, readN: 0 },
  ...{ isUnread: true, isArchived: false, isMuted: false, ...changes },
})
const people = [aMember(), aMember({ id: ben, displayName: 'Ben', slug: 'ben' }), aMember({ id: cleo, displayName: 'Cleo', slug: 'cleo' })]
const rows = { members: people, conversations: [aConversation()], messages: [aMessage(1)], conversation_states: [aState(ada), aState(ben)] }
const at = (url: string, viewer: Viewer, given: Parameters<typeof rowsRead>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, { viewer, read: permittedRead(rowsRead(given), viewer, policies) }))

describe('the inbox', () => {
  test('lists what its reader takes part in, by the names of the others, with the newest words', async () => {
    const { body, status } = await at('/inbox', member(ben))
    expect(status).toBe(200)
    expect(body).toContain('>Ada</a>')
    expect(body).toContain('Word 1.')
    expect(body).toContain('Unread')
    expect((await at('/inbox', member(cleo))).body).toContain('No messages yet')
    expect(await at('/inbox', { kind: 'visitor' })).toMatchObject({ status: 401 })
  })

  test('an archived conversation stands under Archived alone', async () => {
    const archived = { ...rows, conversation_states: [aState(ben, { isArchived: true })] }
    expect((await at('/inbox', member(ben), archived)).body).toContain('No messages yet')
    expect((await at('/inbox?showArchive=true', member(ben), archived)).body).toContain('>Ada</a>')
  })

  test('an opened conversation has its messages and a form that works without scripting', async () => {
    const { body } = await at(`/inbox?conversation=${id}`, member(ben))
    expect(body).toContain(`data-body="${idOf(11)}"`)
    expect(body).toContain('action="/api/form/messages.send"')
    expect(body).toContain('action="/api/form/conversations.leave"')
    expect(body).not.toContain('messages.remove')
  })

  test('a message of another can be reported, and the page of that names it', async () => {
    const { body } = await at(`/inbox?conversation=${id}`, member(ben))
    expect(body).toContain(`/report?kind=message&amp;id=${idOf(11)}`)
    expect((await at(`/inbox?conversation=${id}`, member(ada))).body).not.toContain('/report?kind=message')
    const page = await at(`/report?kind=message&id=${idOf(11)}`, member(ben))
    expect(page.body).toContain('Ada’s message')
    expect(page.body).toContain(`/inbox?conversation=${id}#${idOf(11)}`)
    for (const viewer of [member(cleo), admin])
      expect(await at(`/report?kind=message&id=${idOf(11)}`, viewer)).toMatchObject({ status: 404 })
  })

  test('a message that was purged with its sender’s account keeps its place, and says so', async () => {
    const purged = { ...rows, messages: [aMessage(1, { body: null })] }
    for (const url of ['/inbox', `/inbox?conversation=${id}`])
      expect((await at(url, member(ben), purged)).body).toContain('A moderator removed this message by Ada')
  })

  test.each([
    ['another member', member(cleo), id],
    ['an administrator', admin, id],
    ['a participant, of one that is not there', member(ben), idOf(999)],
    ['a participant, of nonsense', member(ben), 'nonsense'],
  ])('%s gets 404, and the list stays', async (_who, viewer, asked) => {
    const { status, body } = await at(`/inbox?conversation=${asked}`, viewer)
    expect(status).toBe(404)
    expect(body).toContain('This conversation doesn’t exist')
    expect(body).toContain('New conversation')
    expect(body.includes('Word 1.')).toBe(viewer.kind === 'member' && viewer.userId === ben)
  })

  test('of ten thousand messages a page shows fifty, and leads to those before', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => aMessage(at + 1, { id: idOf(20_000 + at) }))
    const given = { ...rows, messages: many, conversations: [aConversation({ messageCount: 10_000, latestMessageId: idOf(29_999) })] }
    const { body } = await at(`/inbox?conversation=${id}`, member(ben), given)
    expect(body.match(/data-body=/gu)).toHaveLength(50)
    expect(body).toContain(`data-body="${idOf(29_999)}"`)
    expect(body).toContain('before=9951')
    const older = await at(`/inbox?conversation=${id}&before=9951`, member(ben), given)
    expect(older.body).toContain(`data-body="${idOf(29_949)}"`)
    expect(older.body).toContain('Newest messages')
  })
})

describe('writing to a member', () => {
  test('opens a sheet for the first message, or the conversation that there is', async () => {
    const { body, status } = await at('/message/cleo', member(ben))
    expect(status).toBe(200)
    expect(body).toContain('action="/api/form/conversations.begin"')
    expect(body).toContain('value="cleo"')
    expect(await at('/message/ada', member(ben))).toMatchObject({ status: 302, location: `/inbox?conversation=${id}` })
  })

  test('of nobody is 404, to oneself leads to the inbox, a visitor is asked to sign in', async () => {
    expect(await at('/message/nobody', member(ben))).toMatchObject({ status: 404 })
    expect(await at('/message/ben', member(ben))).toMatchObject({ status: 302, location: '/inbox' })
    expect(await at('/message/ada', { kind: 'visitor' })).toMatchObject({ status: 401 })
  })

  test('a member whose right was taken reads why instead', async () => {
    const { body } = await at('/message/cleo', member(ben, { messagingDisabled: true }))
    expect(body).toContain('Messages are disabled for this account')
    expect(body).not.toContain('conversations.begin')
  })
})

test.each([
  ['a title of its own', 'On tides', [ada, ben], 'On tides'],
  ['one other', null, [ada, ben], 'Ben'],
  ['two others', null, [ada, ben, cleo], 'Ben and Cleo'],
  ['three others', null, [ada, ben, cleo, idOf(400)], 'Ben, Cleo + 1 more'],
  ['nobody', null, [ada], 'Nobody else'],
])('a conversation with %s is called so', (_what, title, participantIds, expected) => {
  const cards = new Map(people.map(({ id: userId, displayName, slug }) => [userId, { id: userId, name: displayName, slug, isModerator: false, joinedAt: 0 }])) // oxfmt-ignore
  const viewer = member(ada)
  expect(titleOf(viewer, { title, participantIds }, cards)).toBe(expected)
})

describe('own messages', () => {
  const hidden: Message['body'] = {
    type: 'doc',
    content: [{ type: 'spoiler', attrs: { summary: 'x' }, content: paragraph('heron').content }],
  }
  const found = {
    ...rows,
    conversations: [aConversation(), aConversation({ id: idOf(2), participantIds: [ada, cleo] })],
    messages: [
      aMessage(1, { body: paragraph('The Hérons left <at dawn>.') }),
      aMessage(2, { userId: ben, body: paragraph('Which gulls?') }),
      aMessage(3, { body: hidden }),
      aMessage(4, { conversationId: idOf(2), body: paragraph('A heron of others.') }),
    ],
    conversation_states: [
      aState(ben, { isArchived: true }),
      aState(ada),
      { ...aState(ada), id: stateId(idOf(2), ada), conversationId: idOf(2) },
    ],
  }

  test('are found by words and their beginnings, archived ones too; nothing of others, and nothing hidden', async () => {
    const { body } = await at('/inbox?query=heron%20DAW', member(ben), found)
    expect(body.match(/class="conversation-row"/gu)).toHaveLength(1)
    expect(body).toContain(`href="/inbox?conversation=${id}#${idOf(11)}"`)
    expect(body).toContain('The <mark>Hérons</mark> left &lt;at <mark>dawn</mark>&gt;.')
    const others = (await at('/inbox?query=heron', member(ben), found)).body
    expect([others.match(/class="conversation-row"/gu)?.length, others.includes('of others')]).toEqual([1, false])
    expect((await at('/inbox?query=heron', member(ada), found)).body).toContain('A <mark>heron</mark> of others.')
    expect((await at('/inbox?query=albatross', member(ben), found)).body).toContain('Nothing found.')
    expect((await at('/inbox?query=heron', member(cleo), found)).body).toContain('Nothing found.')
  })
})
