import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConversationState } from '#shared/messages/schema.ts'
import { links } from '#shared/links.ts'
import { conversations, conversationStates, keyOfParticipants, stateId } from '#shared/messages/schema.ts'
import { outbox } from '../../../data/outbox.ts'
import { mia, openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, nextId, press, show, went } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { sockets, withTestSockets } from '../../../testing/sockets.ts'
import { ConversationView } from './conversation-view.tsx'

withTestSockets()

type Shown = Parameters<typeof ConversationView>[0]['conversation']

const queued = (name: string) => outbox.get().waiting.filter((each) => each.name === name)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const options = page.getByText('Options', { exact: true })

/** An opened conversation of Mia’s with Ben, on her device. */
async function showConversation(changes: Partial<Shown> = {}) {
  const userId = nextId()
  const { device } = await openTestDevice({ me: { ...mia, viewer: { ...mia.viewer, userId } } })
  const [id, ben, messageId] = [nextId(), nextId(), nextId()]
  device.hint(conversations, {
    ...{ id, title: null, creatorId: ben, participantIds: [userId, ben], participantsKey: keyOfParticipants([userId, ben]), createdAt: 1 },
    ...{ latestAt: 1, latestMessageId: messageId, messageCount: 1 },
  })
  device.hint(conversationStates, {
    ...{ id: stateId(id, userId), userId, conversationId: id, latestAt: 1, latestN: 1, readN: 0 },
    ...{ isUnread: changes.isUnread ?? false, isArchived: changes.isArchived ?? false, isMuted: changes.isMuted ?? false },
  })
  const by = { id: ben, name: 'Ben', slug: 'ben' }
  const conversation: Shown = {
    ...{ kind: 'open', id, title: 'Ben', ownTitle: '', participants: [{ id: userId, name: 'Mia', slug: 'mia' }, by], latestN: 1 },
    ...{
      isUnread: false,
      isArchived: false,
      isMuted: false,
      refusal: null,
      canUse: true,
      canRename: true,
      canAdd: true,
      older: null,
      newest: null,
    },
    messages: [{ id: messageId, by, isMine: false, at: 1, event: null }],
    ...changes,
  }
  await show(<ConversationView conversation={conversation} />, { at: links.inbox({ conversation: id }), bodies: { [messageId]: '<p>Hello.</p>' } }) // oxfmt-ignore
  const state = (): Promise<ConversationState | undefined> => device.read.get(conversationStates, stateId(id, userId))
  return { id, state }
}

test('what is new is read by being opened, and nothing of it is asked of the server', async () => {
  const { state } = await showConversation({ isUnread: true })
  await expect.poll(state).toMatchObject({ isUnread: false, readN: 1 })
  await expectAccessible()
})

test('says who else has it open, but not to who only reads it as one of the staff, nor among older messages', async () => {
  const { id } = await showConversation()
  await expect.poll(() => sockets.map(({ url }) => url)).toEqual([expect.stringContaining(id)])
  sockets[0]?.says({ people: [{ userId: 'ben', name: 'Ben', slug: 'ben', isTyping: true }] })
  await expect.element(page.getByText('Ben is typing…')).toBeVisible()
  for (const changes of [{ canUse: false }, { newest: '/inbox' }] as const) await showConversation(changes)
  await expect.element(page.getByText('Newest messages')).toBeVisible()
  expect(sockets).toHaveLength(1)
})

test('older messages are read without the newest becoming read', async () => {
  const { state } = await showConversation({ isUnread: true, newest: '/inbox' })
  await expect.element(page.getByText('Newest messages')).toBeVisible()
  expect(await state()).toMatchObject({ isUnread: true })
})

describe('the options', () => {
  test('open by keys, and archive and mute on the device', async () => {
    const { state } = await showConversation()
    options.element().closest('summary')?.focus()
    await press('{Enter}')
    await expect.element(button('Archive')).toBeVisible()
    await button('Archive').click()
    await expect.poll(state).toMatchObject({ isArchived: true })
    await button('Mute').click()
    await expect.poll(state).toMatchObject({ isMuted: true })
    expect(queued('conversations.setOwn')).toHaveLength(2)
    expect(network.asked()).toEqual([])
    await expectAccessible()
  })

  test('offer the way back from what is archived and muted', async () => {
    await showConversation({ isArchived: true, isMuted: true })
    await options.click()
    for (const name of ['Move to inbox', 'Unmute']) await expect.element(button(name)).toBeVisible()
  })

  test('mark it unread, and lead to the list, where it stays so', async () => {
    const { state } = await showConversation()
    await options.click()
    await button('Mark unread').click()
    await expect.poll(() => went.to).toEqual(['/inbox'])
    expect(await state()).toMatchObject({ isUnread: true })
  })

  test('ask the server for a title; without a network nothing changes and the words stay', async () => {
    const { id } = await showConversation()
    await options.click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('On tides')
    network.isOffline = true
    await button('Save title').click()
    await expect.element(page.getByText(/offline|not sent|couldn’t/iu).first()).toBeVisible()
    await expect.element(title).toHaveValue('On tides')
    network.isOffline = false
    network.answers(links.form('conversations.rename'), { json: { ok: true, location: links.inbox({ conversation: id }) } })
    await button('Save title').click()
    await expect.poll(() => went.refreshed).toBe(1)
    expect(fieldsOf(network.asked(links.form('conversations.rename')).at(-1))).toMatchObject({ id, title: 'On tides' })
  })

  test('say which participants are not there, and keep the names', async () => {
    await showConversation()
    await options.click()
    network.answers('/api/search', { json: { hits: [], isWhole: true } })
    const field = page.getByLabelText('Add participants', { exact: true })
    await field.fill('nobody')
    const error = { code: 'invalid', reason: null, field: 'to', retryAfterMs: null }
    network.answers(links.form('conversations.addParticipants'), { status: 400, json: { ok: false, error } })
    await button('Add participants').click()
    await expect.element(page.getByText(/No member has one of these names/u).first()).toBeVisible()
    await expect.element(field).toHaveValue('nobody')
  })

  test('leave in two presses, the first of which says what it means', async () => {
    const { id } = await showConversation()
    await options.click()
    await page.getByText('Leave', { exact: true }).click()
    await expect.element(page.getByText(/no longer see any of its messages/u)).toBeVisible()
    network.answers(links.form('conversations.leave'), { json: { ok: true, location: '/inbox' } })
    await button('Leave conversation').click()
    await expect.poll(() => went.to).toEqual(['/inbox'])
    expect(fieldsOf(network.asked(links.form('conversations.leave'))[0])).toMatchObject({ conversationId: id })
  })

  test('offer neither a title nor participants where the rules refuse them', async () => {
    await showConversation({ canRename: false, canAdd: false })
    await options.click()
    await expect.element(button('Mute')).toBeVisible()
    for (const name of ['Save title', 'Add participants']) expect(button(name).elements()).toEqual([])
  })
})

test('who may not write reads why in place of the box', async () => {
  await showConversation({ refusal: 'nobody-reads' })
  await expect.element(page.getByText(/nobody can read messages here/u)).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Message' }).elements()).toEqual([])
})
