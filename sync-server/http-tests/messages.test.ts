/** What members write to each other, by plain forms alone. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Fields } from './testing/client.ts'
import { hash, place, says } from './testing/answers.ts'
import { formsOf } from './testing/client.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
/** Two who write, one who does not take part, and the staff. */
let lina: Client
let yusuf: Client
let wim: Client
let teo: Client
let marit: Client

const tables = ['conversations', 'messages', 'conversation_states', 'conversation_aliases']
const idOf = (userName: string): string => String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
const conversationIn = (location: string): string => /conversation=([0-9a-z]{26})/u.exec(location)?.[1] ?? ''
const messagesIn = (id: string) => site.table('messages').filter((row) => row['conversationId'] === id)
const stateOf = (id: string, userName: string) => site.table('conversation_states').find((row) => row['id'] === `${id}:${idOf(userName)}`)
const begin = (by: Client, fields: Fields) =>
  by.postForm('conversations.begin', { to: 'yusuf', title: '', markdown: 'Hello.', from: '/inbox?compose=new', ...fields })

beforeAll(async () => {
  ;[lina, yusuf, wim, teo, marit] = await Promise.all([
    site.member('lina'),
    site.member('yusuf'),
    site.member('wim'),
    site.member('teo'),
    site.member('marit'),
  ])
})

test('opening the page of writing to somebody makes nothing, however often; the first message makes the conversation', async () => {
  const slug = String(site.table('members').find((row) => row['userName'] === 'yusuf')?.['slug'])
  const before = site.digest(tables)
  for (const by of [lina, lina, wim]) expect((await by.get(`/message/${slug}`)).status).toBe(200)
  expect((await site.visitor().get(`/message/${slug}`)).status).toBe(401)
  expect(site.digest(tables)).toBe(before)
  const sheet = await lina.get(`/message/${slug}`)
  const to = place(await lina.submit(sheet, 'conversations.begin', { markdown: 'Do you know the *tides*?' }))
  const id = conversationIn(to)
  expect(messagesIn(id)).toHaveLength(1)
  // The same form once more, as a second press sends it.
  expect(conversationIn(place(await lina.submit(sheet, 'conversations.begin', { markdown: 'Do you know the *tides*?' })))).toBe(id)
  expect(messagesIn(id)).toHaveLength(1)
  expect((await lina.get(`/message/${slug}`)).location).toContain(id)
  const page = await yusuf.get(`/inbox?conversation=${id}`)
  expect(page.text).toContain('<em>tides</em>')
  const sent = place(await yusuf.submit(page, 'messages.send', { markdown: 'By heart.' }))
  place(await yusuf.submit(page, 'messages.send', { markdown: 'By heart.' }))
  expect(messagesIn(id).map((row) => row['id'])).toContain(hash(sent))
  expect(messagesIn(id)).toHaveLength(2)
})

describe('the forms of a conversation', () => {
  let id = ''
  const at = () => `/inbox?conversation=${id}`
  beforeAll(async () => {
    id = conversationIn(place(await begin(lina, { title: 'On quays' })))
  })

  test('archive, mute and mark unread for oneself alone', async () => {
    place(await yusuf.submit(await yusuf.get(at()), 'conversations.setOwn', {}, ({ field }) => field === 'isArchived'))
    place(await yusuf.submit(await yusuf.get(at()), 'conversations.setOwn', {}, ({ field }) => field === 'isMuted'))
    expect(stateOf(id, 'yusuf')).toMatchObject({ isArchived: true, isMuted: true })
    expect((await yusuf.get('/inbox')).text).not.toContain('On quays')
    expect((await yusuf.get('/inbox?showArchive=true')).text).toContain('On quays')
    expect(stateOf(id, 'lina')).toMatchObject({ isArchived: false, isMuted: false })
    place(await yusuf.submit(await yusuf.get(at()), 'conversations.setOwn', {}, ({ field }) => field === 'isArchived'))
    place(await yusuf.submit(await yusuf.get(at()), 'conversations.setRead', {}, ({ upTo }) => upTo === ''))
    expect(stateOf(id, 'yusuf')).toMatchObject({ isArchived: false, isMuted: true, isUnread: true })
  })

  test('rename, add, leave; the words of a refused one stay', async () => {
    place(await yusuf.submit(await yusuf.get(at()), 'conversations.rename', { title: 'On piers' }))
    expect((await lina.get('/inbox')).text).toContain('On piers')
    const refused = await lina.submit(await lina.get(at()), 'conversations.addParticipants', { to: 'wim, nobody-of-that-name' })
    expect(refused.status).toBe(400)
    expect(says(refused.html(), 'No member has one of these names')).toBe(true)
    expect(formsOf(refused.html(), 'conversations.addParticipants')[0]?.fields['to']).toBe('wim, nobody-of-that-name')
    expect((await wim.get(at())).status).toBe(404)
    place(await lina.submit(await lina.get(at()), 'conversations.addParticipants', { to: '@wim' }))
    expect((await wim.get(at())).status).toBe(200)
    place(await wim.submit(await wim.get(at()), 'conversations.leave', {}))
    expect((await wim.get(at())).status).toBe(404)
    expect(says((await lina.get(at())).html(), 'left the conversation')).toBe(true)
  })

  test.each([
    ['another member', () => wim],
    ['a moderator', () => teo],
    ['an administrator', () => marit],
  ])('are refused as not there to %s, and nothing is written', async (_who, who) => {
    const before = site.digest(tables)
    for (const [name, fields] of ofConversation(id)) expect([name, (await who().postForm(name, fields)).status]).toEqual([name, 404])
    const page = await who().get(at())
    expect(page.status).toBe(404)
    expect(page.text).not.toContain('On piers')
    expect(site.digest(tables)).toBe(before)
  })

  test('ask a visitor to sign in', async () => {
    for (const [name, fields] of [...ofConversation(id), ['conversations.begin', { to: 'yusuf', title: '', markdown: 'Hello.' }]] as const)
      expect([name, (await site.visitor().postForm(name, { ...fields, from: '/' })).status]).toEqual([name, 401])
    expect((await site.visitor().get(at())).status).toBe(401)
  })

  const ofConversation = (conversationId: string) =>
    [
      ['messages.send', { conversationId, markdown: 'Let me in.', from: '/inbox' }],
      ['conversations.rename', { id: conversationId, title: 'Mine', from: '/inbox' }],
      ['conversations.addParticipants', { conversationId, to: 'rufus', from: '/inbox' }],
      ['conversations.leave', { conversationId, from: '/inbox' }],
      ['conversations.setOwn', { conversationId, field: 'isMuted', value: 'true', from: '/inbox' }],
      ['conversations.setRead', { conversationId, upTo: '1', from: '/inbox' }],
    ] as const
})

describe('one of the staff who has no part in a conversation', () => {
  const form = 'conversations.readForReason'
  let id = ''
  const at = (conversation = id) => `/moderatorInbox?conversation=${conversation}`
  beforeAll(async () => {
    id = conversationIn(place(await begin(lina, { title: 'On moorings', markdown: 'Between *us*.' })))
  })

  test('reads it by a plain form with a reason in words, which an administrator finds in the audit log', async () => {
    const before = await teo.get(at())
    expect(before.status).toBe(404)
    expect(before.text).not.toContain('On moorings')
    const untold = await teo.submit(before, form, { reason: '-' })
    expect(untold.status).toBe(400)
    expect(says(untold.html(), 'Write a reason of 1 to 500 characters')).toBe(true)
    expect(formsOf(untold.html(), form)[0]?.fields['reason']).toBe('-')
    expect(untold.text).not.toContain('On moorings')
    expect(place(await teo.submit(untold, form, { reason: 'Report by Lina on spam' }))).toBe(at())
    const page = await teo.get(at())
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.text).toContain('Between <em>us</em>.')
    expect(says(page.html(), 'Report by Lina on spam')).toBe(true)
    const entries = site.table('audit_log').filter((row) => row['act'] === 'read.conversation')
    expect(entries).toMatchObject(['lina', 'yusuf'].map((name) => ({ byId: idOf('teo'), userId: idOf(name), targetId: id })))
    const log = await marit.get('/admin/audit')
    for (const words of ['read.conversation', 'Report by Lina on spam']) expect(says(log.html(), words)).toBe(true)
  })

  test('reads it nowhere else, and opens it to no other of the staff', async () => {
    for (const [who, address] of [
      [teo, `/inbox?conversation=${id}`],
      [marit, at()],
      [marit, `/inbox?conversation=${id}`],
    ] as const) {
      const answer = await who.get(address)
      expect([address, answer.status, answer.text.includes('On moorings')]).toEqual([address, 404, false])
    }
    const lists = await Promise.all(['/inbox', '/moderatorInbox', '/moderatorInbox?user=lina', '/search?query=moorings'].map((path) => teo.get(path))) // oxfmt-ignore
    expect(lists.map(({ text }) => text.includes('On moorings'))).toEqual([false, false, false, false])
  })

  test('writes in it only once they have joined, which those who are in it see', async () => {
    expect((await teo.postForm('messages.send', { conversationId: id, markdown: 'Let me in.', from: '/inbox' })).status).toBe(404)
    const to = place(await teo.submit(await teo.get(at()), 'conversations.joinAsStaff', {}))
    expect(to).toBe(`/inbox?conversation=${id}`)
    place(await teo.submit(await teo.get(to), 'messages.send', { markdown: 'As a moderator.' }))
    expect(says((await yusuf.get(to)).html(), 'joined the conversation')).toBe(true)
  })

  test('leaves it, joins it and leaves it again within a minute', async () => {
    const own = `/inbox?conversation=${id}`
    for (const _again of [1, 2]) {
      place(await teo.submit(await teo.get(own), 'conversations.leave', {}))
      expect((await teo.get(own)).status).toBe(404)
      place(await teo.submit(await teo.get(at()), form, { reason: 'Report by Lina on spam' }))
      expect((await teo.get(place(await teo.submit(await teo.get(at()), 'conversations.joinAsStaff', {})))).status).toBe(200)
    }
  })

  test('is led to it by an id that stands for it', async () => {
    const first = conversationIn(place(await begin(lina, { to: 'wim', markdown: 'First words.' })))
    place(await begin(lina, { to: 'wim', markdown: 'Second words.' }))
    const alias = String(site.table('conversation_aliases').find((row) => row['conversationId'] === first)?.['id'])
    const to = place(await teo.submit(await teo.get(at(alias)), form, { reason: 'Report by Wim' }))
    expect(to).toBe(at(first))
    expect((await teo.get(to)).text).toContain('Second words.')
  })

  test.each([
    ['a visitor', () => site.visitor(), 401],
    ['a member', () => wim, 403],
    ['a member who takes part', () => lina, 403],
    ['a moderator, of no conversation', () => teo, 404],
  ])('%s is refused, and nothing is written', async (who, by, status) => {
    const before = site.digest([...tables, 'staff_readings', 'audit_log'])
    const asked = who.endsWith('no conversation') ? '0'.repeat(25) + '9' : id
    expect((await by().postForm(form, { id: asked, reason: 'A report.', from: '/' })).status).toBe(status)
    expect(site.digest([...tables, 'staff_readings', 'audit_log'])).toBe(before)
  })
})

test('a moderator removes a reported message by a plain form; those who take part read that, and the log has it', async () => {
  const id = conversationIn(place(await begin(lina, { title: 'On cranes', markdown: 'Send me *money*.' })))
  const message = String(messagesIn(id)[0]?.['id'])
  const report = { targetKind: 'message', targetId: message, reason: 'abuse', message: '', id: '', from: '/' }
  place(await yusuf.postForm('contentReports.send', report))
  for (const [who, status] of [
    [site.visitor(), 401],
    [lina, 403],
    [yusuf, 403],
  ] as const)
    // oxfmt-ignore
    expect((await who.postForm('messages.remove', { id: message, from: '/' })).status).toBe(status)
  expect(messagesIn(id)[0]?.['body']).not.toBeNull()
  const queue = await teo.get('/admin/supermod?tab=reports')
  expect(queue.text).toContain('Send me money.')
  const fields = formsOf(queue.html(), 'messages.remove').find((form) => form.fields['id'] === message)?.fields
  const back = place(await teo.postForm('messages.remove', { ...fields, from: '/admin/supermod?tab=reports' }))
  expect((await teo.get(back)).text).not.toContain('Send me money.')
  for (const who of [lina, yusuf]) {
    const page = await who.get(`/inbox?conversation=${id}`)
    expect(says(page.html(), 'A moderator removed this message by')).toBe(true)
    expect(page.text).not.toContain('<em>money</em>')
  }
  expect(says((await marit.get('/admin/audit')).html(), 'messages.remove')).toBe(true)
})

describe('what is refused is said, and the words stay', () => {
  test.each([
    ['nobody of that name', 400, { to: 'nobody-of-that-name' }, 'Name 1 to 29 other members'],
    ['two hundred names', 400, { to: Array.from({ length: 200 }, (_, n) => `member-${n}`).join(', ') }, 'Name 1 to 29 other members'],
    ['oneself', 400, { to: 'lina' }, 'Name 1 to 29 other members'],
    ['nothing to say', 400, { markdown: '  ' }, 'A message has between 1 and 50,000 characters'],
    ['50,001 characters', 413, { markdown: 'a'.repeat(50_001) }, 'A message has between 1 and 50,000 characters'],
  ])('%s', async (_what, status, typed, said) => {
    const before = site.digest(tables)
    const answer = await begin(lina, { title: 'Kept words', ...typed })
    expect(answer.status).toBe(status)
    expect(says(answer.html(), said)).toBe(true)
    expect(formsOf(answer.html(), 'conversations.begin')[0]?.fields).toMatchObject({ title: 'Kept words' })
    expect(site.digest(tables)).toBe(before)
  })

  test('who is muted writes like anybody, and reads the same answer', async () => {
    place(await yusuf.postForm('mutes.set', { mutedId: idOf('wim'), isMuted: 'true', from: '/' }))
    const toMuting = await begin(wim, { to: 'yusuf', title: 'Heard?' })
    const toOther = await begin(wim, { to: 'lina', title: 'Heard?' })
    const bare = (text: string) => text.replaceAll(/[0-9a-z]{26}/gu, 'ID')
    expect([toMuting.status, bare(toMuting.location ?? '')]).toEqual([toOther.status, bare(toOther.location ?? '')])
    const id = conversationIn(toMuting.location ?? '')
    expect(stateOf(id, 'yusuf')).toMatchObject({ isArchived: true, isUnread: false })
    const seen = async (location: string | null) => bare((await wim.get(location ?? '')).text).replaceAll(/Yusuf|Lina/giu, 'NAME')
    expect((await seen(toMuting.location)).includes('muted')).toBe((await seen(toOther.location)).includes('muted'))
  })
})
