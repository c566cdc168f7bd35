import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import DraftsPage from '../pages/drafts-page.tsx'

const nothing = { asked: {}, drafts: [], invitations: [], shared: [], trash: [] }
const wayTo = (name: string) => page.getByRole('link', { name, exact: true })

test('under Drafts stands all that was begun in a form, with the way to its place, and it goes when it is sent', async () => {
  const { device } = await openTestDevice()
  const [postId, parentId, commentId] = [nextId(), nextId(), nextId()]
  const reply = `comment:${postId}:${parentId}`
  await device.drafts.save(`comment:${postId}:`, { markdown: 'Share a thought' }, 1)
  await device.drafts.save(reply, { markdown: 'An answer' }, 2)
  await device.drafts.save(`edit:${commentId}`, { markdown: 'Better' }, 3)
  await device.drafts.save('profile', { bio: 'About me' }, 4)
  await device.drafts.save(`remark:${postId}:new`, { body: 'Why?', start: 'r:1', end: 'r:2', quote: 'hidden' }, 5)
  await device.drafts.save(`suggest:${postId}`, { base: '[]', text: '{"content":[{"text":"Put \\"so\\""}]}' }, 6)
  await show(<DraftsPage />, { at: '/drafts', page: nothing })
  await expect.element(wayTo('A comment')).toHaveAttribute('href', `${links.post({ id: postId, slug: null })}#new-comment`)
  await expect.element(wayTo('A reply')).toHaveAttribute('href', links.reply({ id: postId, slug: null }, parentId))
  await expect.element(wayTo('Comment edit')).toHaveAttribute('href', links.editComment(commentId))
  await expect.element(wayTo('Profile edit')).toBeVisible()
  await expect.element(page.getByText('Why?', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Put "so"', { exact: true })).toBeVisible()
  expect(page.getByText('hidden').query()).toBeNull()
  await expectAccessible()
  await device.drafts.forget(reply, 'sent')
  await expect.poll(() => wayTo('A reply').query()).toBeNull()
})
