import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, paragraph } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { SignOutForm } from './sign-out-form.tsx'

const path = links.form('accounts.signOut')
const dialog = page.getByRole('dialog')

/**
 * Presses "Sign out" on a device that holds a draft, and something that was refused. The server
 * never answers: the page would begin anew.
 */
async function signOut({ drafts = 0, refused = 0, isReached = true } = {}) {
  network.holds(path, { json: { ok: true, location: '/' } })
  const { device, server } = await openTestDevice()
  server.isReached(isReached)
  for (let n = 0; n < drafts; n += 1) await device.drafts.save(`comment:${nextId()}:`, { markdown: 'Begun' }, Date.now())
  for (let n = 0; n < refused; n += 1) {
    const postId = nextId()
    device.hint(posts, aPost({ id: postId }))
    const { n: number } = await device.commit(postComment, { id: nextId(), postId, parentId: null, body: paragraph('Refused') })
    await server.refuses(number ?? 0, { code: 'not-allowed', reason: null, field: null, retryAfterMs: null })
  }
  await show(<SignOutForm>Sign out</SignOutForm>)
  await press('{Tab}', '{Enter}')
  await expect.element(dialog).toBeVisible()
  return { device }
}

test('signing out with a draft on the device asks first', async () => {
  await signOut({ drafts: 1 })
  await expect.element(page.getByRole('heading')).toHaveTextContent('Not everything has been sent')
  await expect.element(dialog).toMatchTextContent('On this device there is 1 draft.')
  expect(network.asked(path)).toEqual([])
})

test('what is unsent is counted kind by kind', async () => {
  await signOut({ drafts: 2, refused: 1 })
  await expect.element(dialog).toMatchTextContent('On this device there is 1 that could not be sent and 2 drafts.')
})

test('a text that is on its way is waited for, and one that does not go is asked about', async () => {
  network.holds(path, { json: { ok: true, location: '/' } })
  const { device } = await openTestDevice({ isOnDisk: true })
  const room = postRoom(nextId())
  const isUnsent = (is: boolean) => device.documents.change(room, (row) => row && { ...row, dirtyBy: is ? ['tab'] : [] })
  await device.documents.hold([room])
  await isUnsent(true)
  await show(<SignOutForm>Sign out</SignOutForm>)
  await press('{Tab}', '{Enter}')
  await expect.element(dialog).toMatchTextContent('Checking for unsent work…')
  await expect.element(dialog).toMatchTextContent('On this device there is 1 thing not sent yet.')
  await press('{Escape}')
  await press('{Enter}')
  await expect.element(dialog).toMatchTextContent('Checking for unsent work…')
  await isUnsent(false)
  await expect.poll(() => network.asked(path)).toHaveLength(1)
})

test('Cancel keeps one signed in, and everything on the device', async () => {
  const { device } = await signOut({ drafts: 1 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.query()).toBeNull()
  expect(await device.unsentCount()).toMatchObject({ drafts: 1 })
  expect(network.asked(path)).toEqual([])
})

test('Escape keeps one signed in and gives the focus back', async () => {
  const { device } = await signOut({ drafts: 1 })
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await press('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  expect(focused()).toBe('Sign out')
  expect(await device.unsentCount()).toMatchObject({ drafts: 1 })
})

test('the question is accessible, and the focus stays in it', async () => {
  await signOut({ drafts: 1 })
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  for (let times = 0; times < 6; times += 1) {
    await press('{Tab}')
    expect(dialog.element().contains(document.activeElement) || document.activeElement === document.body).toBe(true)
  }
  await expectAccessible()
})

test('nothing is sent for what only the reader can decide about', async () => {
  await signOut({ drafts: 1 })
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Send now' }).query()).toBeNull()
})

test('Discard and sign out wipes the device and ends the session', async () => {
  localStorage.setItem('look', '{"theme":"dark"}')
  localStorage.setItem('kept:comment:p:', '{"values":{"markdown":"secret"},"at":1}')
  await signOut({ drafts: 1 })
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect.poll(() => network.asked(path)).toHaveLength(1)
  await expect.element(dialog).toMatchTextContent('Deleting your data from this device…')
  expect(Object.keys(localStorage).toSorted()).toEqual(['look', 'owes-sign-out'])
})

test('while the device is being emptied the dialog cannot be closed', async () => {
  await signOut()
  await expect.poll(() => network.asked(path)).toHaveLength(1)
  await press('{Escape}')
  await expect.element(dialog).toBeVisible()
})
