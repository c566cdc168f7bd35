import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { stateId } from '#shared/messages/schema.ts'
import type { ConversationState } from '#shared/messages/schema.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { notificationId } from '#shared/notifications/schema.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, show } from '../../testing/dom.tsx'
import { LiveBell } from './live-bell.tsx'

beforeEach(() => page.viewport(1280, 900))

test('new messages count until they are read, but for a muted conversation, and the bell leads to them', async () => {
  const { device, server } = await openTestDevice()
  const userId = device.account ?? ''
  const state = (n: number, changes: Partial<ConversationState> = {}): readonly ['conversation_states', ConversationState] => [
    'conversation_states',
    {
      ...{ id: stateId(idOf(n), userId), userId, conversationId: idOf(n), latestAt: T0, latestN: 1, readN: 0 },
      ...{ isUnread: true, isArchived: false, isMuted: false, ...changes },
    },
  ]
  await server.sends(`me:${userId}`, [state(1), state(2, { isMuted: true }), state(3, { isUnread: false }), state(4, { isArchived: true })])
  await show(<LiveBell userId={userId} />)
  const bell = page.getByLabelText('Notifications, 1 new, with messages')
  await bell.click()
  await expect.element(page.getByRole('link', { name: 'New messages in 1 conversation' })).toHaveAttribute('href', '/inbox')
  await expectAccessible()
  await server.sends(`me:${userId}`, [state(1, { isUnread: false, readN: 1 })])
  await expect.element(page.getByLabelText('Notifications', { exact: true })).toBeVisible()
})

test('a message that the bell tells of counts once, with its conversation', async () => {
  const { device, server } = await openTestDevice()
  const userId = device.account ?? ''
  const told = (n: number): readonly ['notifications', Notification] => [
    'notifications',
    {
      ...{ id: notificationId(userId, `message:${idOf(n)}`), userId, type: 'newMessage', cause: `message:${idOf(n)}`, actorId: idOf(9) },
      ...{ postId: null, commentId: null, subject: { kind: 'conversation', id: idOf(1), partId: idOf(n) }, title: '', because: '' },
      ...{ at: T0 + n, viewedAt: null, place: 'recent' },
    },
  ]
  const state = {
    ...{ id: stateId(idOf(1), userId), userId, conversationId: idOf(1), latestAt: T0, latestN: 2, readN: 0 },
    ...{ isUnread: true, isArchived: false, isMuted: false },
  }
  await server.sends(`me:${userId}`, [['conversation_states', state], told(21), told(22)])
  await show(<LiveBell userId={userId} />)
  await page.getByLabelText('Notifications, 1 new, with messages').click()
  const lines = page.getByRole('link', { name: 'sent you a message', exact: false })
  await expect.element(lines.first()).toHaveAttribute('href', `/inbox?conversation=${idOf(1)}#${idOf(22)}`)
  expect(page.getByText('New messages in', { exact: false }).elements()).toEqual([])
})

test('messages in dialogues stand out in the count of what is new, and comments do not', async () => {
  const { device, server } = await openTestDevice()
  const userId = device.account ?? ''
  const told = (n: number, type: 'newComment' | 'newDialogueMessages'): readonly ['notifications', Notification] => [
    'notifications',
    {
      ...{ id: notificationId(userId, `comment:${idOf(n)}`), userId, type, cause: `comment:${idOf(n)}`, actorId: idOf(9) },
      ...{ postId: idOf(1), commentId: idOf(n), title: 'On tides', because: '', at: T0 + n, viewedAt: null, place: 'recent' },
    },
  ]
  const colors = () => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector('.bell-count') ?? document.body)
    return { color, backgroundColor }
  }
  await server.sends(`me:${userId}`, [told(21, 'newComment')])
  await show(<LiveBell userId={userId} />)
  await expect.element(page.getByLabelText('Notifications, 1 new', { exact: true })).toBeVisible()
  const quiet = colors()
  await expectAccessible()
  await server.sends(`me:${userId}`, [told(22, 'newDialogueMessages')])
  await expect.element(page.getByLabelText('Notifications, 2 new, with messages')).toBeVisible()
  expect(colors()).not.toEqual(quiet)
  await expectAccessible()
})
