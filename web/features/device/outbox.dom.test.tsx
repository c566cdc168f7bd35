import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { postComment } from '#shared/comments/mutations.ts'
import { setPostDetail } from '#shared/posts/mutations.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { aPost, paragraph } from '#shared/testing/factories.ts'
import { OutboxLink } from '../../app/outbox-link.tsx'
import { changeDeviceState } from '../../data/device-state.ts'
import { outbox } from '../../data/outbox.ts'
import { asVisitor, openTestDevice } from '../../testing/device.ts'
import { drawn, expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import OutboxPage from './pages/outbox-page.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const failed = page.getByRole('region', { name: 'Not sent' })
const refusal = { code: 'not-allowed', reason: null, field: null, retryAfterMs: null } as const

/** The outbox of a device with a comment that waits, or that the server has refused. */
async function withComment({ isRefused = false, text = 'Water comes back.' } = {}) {
  const { device, server } = await openTestDevice()
  const postId = nextId()
  device.hint(posts, aPost({ id: postId }))
  const { n } = await device.commit(postComment, { id: nextId(), postId, parentId: null, body: paragraph(text) })
  if (isRefused) await server.refuses(n ?? 0, refusal)
  await expect.poll(() => outbox.get()[isRefused ? 'refused' : 'waiting']).toHaveLength(1)
  await show(<OutboxPage />, { at: '/outbox' })
  await expect.element(page.getByText(text)).toBeVisible()
  return { device, server, postId }
}

test('an empty outbox says that everything has been sent', async () => {
  await openTestDevice()
  await show(<OutboxPage />, { at: '/outbox' })
  await expect.element(page.getByText(/^Everything has been sent\./u)).toBeVisible()
  await expectAccessible()
})

test('a visitor’s outbox leads to signing in', async () => {
  asVisitor()
  await show(<OutboxPage />, { at: '/outbox' })
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', expect.stringContaining('/login'))
})

test('a comment that waits stands in the outbox with its text', async () => {
  await withComment()
  await expect.element(page.getByRole('region', { name: 'Waiting' })).toMatchTextContent('Water comes back.')
  await expectAccessible()
})

test('after an administrator ended the session the comment stays, and signing in with the same account is offered', async () => {
  const { device } = await withComment()
  changeDeviceState({ link: 'auth' })
  await expect.element(page.getByText('Sign in to send 1')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Sign in to the same account' }))
    .toHaveAttribute('href', expect.stringContaining('/login'))
  await expect.element(page.getByRole('region', { name: 'Waiting' })).toMatchTextContent('Water comes back.')
  expect(await device.unsentCount()).toMatchObject({ queued: 1 })
  await expectAccessible()
})

test('what was never sent can be called back, and is asked about first', async () => {
  const { device } = await withComment()
  await button('Cancel').click()
  expect(await device.unsentCount()).toMatchObject({ queued: 1 })
  await button('Cancel sending').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ queued: 0 })
})

test('calling back can be left', async () => {
  const { device } = await withComment()
  await button('Cancel').click()
  await button('Keep it').click()
  expect(await device.unsentCount()).toMatchObject({ queued: 1 })
})

test('a refused comment stands in the outbox with its text and the reason', async () => {
  await withComment({ isRefused: true })
  await expect.element(failed).toMatchTextContent('Water comes back.')
  await expect.element(failed).toMatchTextContent(/Not sent: \S/u)
  await expectAccessible()
})

test('a refused comment leaves only by the reader’s hand, and is asked about first', async () => {
  const { device } = await withComment({ isRefused: true })
  await button('Discard').click()
  await expect.element(page.getByText('Discard it and its text permanently?')).toBeVisible()
  expect(await device.unsentCount()).toMatchObject({ refused: 1 })
  await button('Discard').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ refused: 0 })
  await expect.poll(() => page.getByText('Discarded.').query()?.textContent).toBe('Discarded.')
})

test.each([
  ['Keep mine', { queued: 1, refused: 0 }, 'Tide'],
  ['Take theirs', { queued: 0, refused: 0 }, 'Flow'],
])('a title that was set elsewhere stands in the outbox with both, and is decided there: %s', async (choice, unsent, title) => {
  const { device } = await openTestDevice()
  const id = nextId()
  device.hint(posts, aPost({ id, authorId: device.account ?? '', title: 'Flow' }))
  await device.commit(setPostDetail, { id, detail: { field: 'title', value: 'Tide', base: 'Ebb' } })
  await show(<OutboxPage />, { at: '/outbox' })
  await expect.element(failed).toMatchTextContent(/Yours\s*Tide\s*Current version\s*Flow/u)
  await expectAccessible()
  await button(choice).click()
  await expect.poll(() => device.unsentCount()).toMatchObject(unsent)
  const existing = await device.read.get(writings, id)
  expect(existing?.title ?? (await device.read.get(posts, id))?.title).toBe(title)
})

test('a refused comment that is kept after all stays', async () => {
  const { device } = await withComment({ isRefused: true })
  await button('Discard').click()
  await button('Keep it').click()
  await expect.element(button('Edit and retry')).toBeVisible()
  expect(await device.unsentCount()).toMatchObject({ refused: 1 })
})

test('a refused comment is mended where it stands and goes on its way again', async () => {
  const { device } = await withComment({ isRefused: true })
  await button('Edit and retry').click()
  await expect.poll(focused).toBe('Text (Markdown)')
  await page.getByLabelText('Text (Markdown)').fill('Water returns.')
  await button('Send again').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ refused: 0, queued: 1 })
  await expect.element(page.getByText('Water returns.')).toBeVisible()
})

test('mending can be given up, and nothing has changed', async () => {
  await withComment({ isRefused: true })
  await button('Edit and retry').click()
  await page.getByLabelText('Text (Markdown)').fill('Something else')
  await button('Cancel').click()
  await expect.element(page.getByText('Water comes back.')).toBeVisible()
})

test('a refused comment becomes a draft where it was written', async () => {
  const { device, postId } = await withComment({ isRefused: true })
  await button('Save as draft').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ refused: 0, drafts: 1 })
  expect(await device.drafts.get(`comment:${postId}:`)).toMatchObject({
    values: { markdown: expect.stringContaining('Water comes back.') },
  })
})

test('a draft is thrown away into the bin, and put back from it', async () => {
  const { device } = await openTestDevice()
  await device.drafts.save(`comment:${nextId()}:`, { markdown: 'Begun' }, Date.now())
  await show(<OutboxPage />, { at: '/outbox' })
  await button('Delete').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ drafts: 0 })
  await page.getByText('Trash (1)').click()
  await button('Restore').click()
  await expect.poll(() => device.unsentCount()).toMatchObject({ drafts: 1 })
})

test('a draft leads back to where it was begun', async () => {
  const { device } = await openTestDevice()
  const postId = nextId()
  await device.drafts.save(`comment:${postId}:`, { markdown: 'Begun' }, Date.now())
  await show(<OutboxPage />, { at: '/outbox' })
  await expect.element(page.getByRole('link', { name: 'Continue writing' })).toHaveAttribute('href', `/posts/${postId}#new-comment`)
})

test('the outbox is used by keys alone', async () => {
  await withComment({ isRefused: true })
  await expect.element(button('Discard')).toBeVisible()
  while (focused() !== 'Discard') await press('{Tab}')
  await press('{Enter}')
  await expect.element(page.getByText('Discard it and its text permanently?')).toBeVisible()
})

test('what could not be sent is counted in the top bar at once', async () => {
  await withComment({ isRefused: true })
  // No time passes: what merely waits is counted after a moment.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show(<OutboxLink />)
  await drawn()
  expect(
    page
      .getByRole('link', { name: /Not sent: 1/u })
      .query()
      ?.getAttribute('href'),
  ).toBe('/outbox')
})
