import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { stateId } from '#shared/messages/schema.ts'
import type { ConversationState } from '#shared/messages/schema.ts'
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
  const bell = page.getByLabelText('Notifications, 1 new')
  await bell.click()
  await expect.element(page.getByRole('link', { name: 'New messages in 1 conversation' })).toHaveAttribute('href', '/inbox')
  await expectAccessible()
  await server.sends(`me:${userId}`, [state(1, { isUnread: false, readN: 1 })])
  await expect.element(page.getByLabelText('Notifications', { exact: true })).toBeVisible()
})
