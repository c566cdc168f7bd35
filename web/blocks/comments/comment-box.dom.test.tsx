import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../data/saved-text.ts'
import { databaseOf } from '../../data/device/database-of.ts'
import { browserTabs } from '../../data/device/tabs.ts'
import { openTypedStore } from '../../data/typed-words/typed-store.ts'
import { outbox } from '../../data/outbox.ts'
import { anotherMia, asMember, asVisitor, mia, openTestDevice } from '../../testing/device.ts'
import { drawn, expectAccessible, focused, nextId, press, show, went } from '../../testing/dom.tsx'
import { fieldsOf, network } from '../../testing/network.ts'
import { CommentForm } from './comment-form.tsx'
import { QuickTakeForm } from './quick-take-form.tsx'

startKeeping()

const path = links.form('comments.post')
const field = page.getByRole('textbox')
const send = page.getByRole('button', { name: 'Comment' })
const queued = () => outbox.get().waiting.filter(({ name }) => name === 'comments.post')

/** The comment box of a post that is on a member's device. */
async function showBox(props: Partial<Parameters<typeof CommentForm>[0]> = {}) {
  const { device, server } = await openTestDevice({ isOnDisk: true })
  const postId = nextId()
  device.hint(posts, aPost({ id: postId }))
  const done: string[] = []
  const shown = await show(<CommentForm postId={postId} parentId={null} onDone={(to) => done.push(to)} {...props} />)
  return { device, server, postId, done, shown }
}

/** The same for a visitor, whose comment goes to the server as a form. */
async function showPlain() {
  asVisitor()
  const postId = nextId()
  const place = `comment:${postId}:`
  await show(<CommentForm postId={postId} parentId={null} />)
  return { postId, place, kept: () => keptAt(place).then((row) => row?.values['markdown']) }
}

test('a comment is queued on the device and leaves the field', async () => {
  const { done } = await showBox()
  await field.fill('Water comes back.')
  await send.click()
  await expect.poll(() => done).toHaveLength(1)
  await expect.element(field).toHaveValue('')
  expect(queued()).toHaveLength(1)
})

test('Send pressed twice queues one comment', async () => {
  const { done } = await showBox()
  await field.fill('Once only.')
  await send.dblClick()
  await expect.poll(() => done).toHaveLength(1)
  await expect.element(field).toHaveValue('')
  expect(queued()).toHaveLength(1)
})

test('Ctrl and Enter send a comment', async () => {
  const { done } = await showBox()
  await field.fill('By keys alone.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => done).toHaveLength(1)
  expect(queued()).toHaveLength(1)
})

test('while the database does not answer the form says so, and keeps the text', async () => {
  asMember()
  await show(<CommentForm postId={nextId()} parentId={null} />)
  await field.fill('Patience.')
  await send.click()
  await expect.element(page.getByText(/storage is slow/u)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await expect.element(field).toHaveValue('Patience.')
})

test('an empty comment is not sent', async () => {
  await showBox()
  await send.click()
  await expect.poll(focused).toBe('Write a comment')
  expect(queued()).toEqual([])
})

test('what is typed is on the device after a pause, and that is said', async () => {
  const { device, postId } = await showBox()
  await field.fill('Half a th')
  await expect.poll(() => device.drafts.get(`comment:${postId}:`)).toMatchObject({ values: { markdown: 'Half a th' } })
})

test('an older draft in Trash is mentioned when something is typed at its place', async () => {
  const { device } = await openTestDevice({ isOnDisk: true })
  const postId = nextId()
  await device.drafts.save(`comment:${postId}:`, { markdown: 'Deleted' }, Date.now())
  await device.drafts.forget(`comment:${postId}:`, 'discarded')
  await show(<CommentForm postId={postId} parentId={null} />)
  await field.fill('Begun anew')
  await expect.element(page.getByText('An older draft is in Trash.')).toBeVisible()
  expect((await device.drafts.list()).map(({ values }) => values['markdown'])).toEqual(['Begun anew', 'Deleted'])
})

test('what was typed earlier is back in the field, and that is said', async () => {
  const { device } = await openTestDevice({ isOnDisk: true })
  const postId = nextId()
  await device.drafts.save(`comment:${postId}:`, { markdown: 'From yesterday' }, Date.now())
  await show(<CommentForm postId={postId} parentId={null} />)
  await expect.element(field).toHaveValue('From yesterday')
  await expect.element(page.getByText('Your unsent text was restored.')).toBeVisible()
})

test('what is being typed is not replaced by what was typed earlier', async () => {
  const { device } = await openTestDevice({ isOnDisk: true })
  const postId = nextId()
  await show(<CommentForm postId={postId} parentId={null} />)
  await field.fill('New words')
  await device.drafts.save(`comment:${nextId()}:`, { markdown: 'Elsewhere' }, Date.now())
  await expect.element(field).toHaveValue('New words')
})

test('a sent comment takes its draft along', async () => {
  const { device, postId, done } = await showBox()
  await field.fill('Soon gone')
  await expect.poll(() => device.drafts.get(`comment:${postId}:`)).toBeDefined()
  await send.click()
  await expect.poll(() => done).toHaveLength(1)
  expect(await device.drafts.get(`comment:${postId}:`)).toBeUndefined()
})

test('a comment that the rules refuse stays in the field with the reason', async () => {
  const { device } = await openTestDevice({ me: { ...mia, viewer: { ...mia.viewer, commentingDisabled: true } } })
  const postId = nextId()
  device.hint(posts, aPost({ id: postId }))
  await show(<CommentForm postId={postId} parentId={null} onDone={() => undefined} />)
  await field.fill('Not allowed')
  await send.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/\S/u)
  await expect.element(field).toHaveValue('Not allowed')
  expect(queued()).toEqual([])
})

test('a comment that is refused takes the focus to the reason', async () => {
  const { device } = await openTestDevice({ me: { ...mia, viewer: { ...mia.viewer, commentingDisabled: true } } })
  const postId = nextId()
  device.hint(posts, aPost({ id: postId }))
  await show(<CommentForm postId={postId} parentId={null} onDone={() => undefined} />)
  await field.fill('Not allowed')
  await send.click()
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('alert')
})

test('a reply says whom it answers and takes the focus', async () => {
  await showBox({ parentId: nextId(), to: 'Ada', isOpened: true })
  await expect.poll(focused).toBe('Reply to Ada')
})

test('Escape closes a reply, its text stays on the device', async () => {
  let closed = 0
  const parentId = nextId()
  const { device, postId } = await showBox({ parentId, isOpened: true, onClose: () => (closed += 1) })
  await field.fill('Later')
  await press('{Escape}')
  expect(closed).toBe(1)
  await expect.poll(() => device.drafts.get(`comment:${postId}:${parentId}`)).toMatchObject({ values: { markdown: 'Later' } })
})

test('a visitor’s comment is sent once however often it is pressed', async () => {
  const { postId } = await showPlain()
  const answer = network.holds(path, { json: { ok: true, location: '/posts/1/a#c1' } })
  await field.fill('From outside')
  await send.click()
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toHaveFocus()
  await press('{Enter}', '{Enter}')
  answer()
  await expect.poll(() => went.to).toEqual(['/posts/1/a#c1'])
  expect(network.asked(path)).toHaveLength(1)
  expect(fieldsOf(network.asked(path)[0])).toMatchObject({ markdown: 'From outside', postId })
})

test('without a connection a visitor’s comment stays in the field and on this device', async () => {
  const { kept } = await showPlain()
  network.isOffline = true
  await field.fill('From a train')
  await send.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your text is kept')
  await expect.element(field).toHaveValue('From a train')
  expect(await kept()).toBe('From a train')
})

test('a visitor’s sent comment is no longer kept', async () => {
  const { kept } = await showPlain()
  network.answers(path, { json: { ok: true, location: '/posts/1/a' } })
  await field.fill('Gone for good')
  await expect.poll(kept).toBe('Gone for good')
  await send.click()
  await expect.poll(() => went.to).toHaveLength(1)
  await expect.poll(kept).toBeUndefined()
})

test('words typed while a comment is on its way stay in the field, and those that have arrived go', async () => {
  const { kept } = await showPlain()
  const answer = network.holds(path, { json: { ok: true, location: '/posts/1/a' } })
  await field.fill('First.')
  await send.click()
  await expect.poll(() => network.asked(path)).toHaveLength(1)
  await field.fill('First. And second.')
  answer()
  await expect.poll(() => went.to).toHaveLength(1)
  // The first ones have arrived: here they would be sent once more.
  await expect.element(field).toHaveValue('And second.')
  await expect.poll(kept).toBe('And second.')
})

test('what a visitor writes in another tab comes into the open field at once, and leaves it when it is sent there', async () => {
  const { kept, place } = await showPlain()
  await expect.poll(kept).toBeUndefined()
  await field.fill('Here.')
  await expect.poll(kept).toBe('Here.')
  const name = databaseOf(null)
  const other = openTypedStore({ factory: indexedDB, name, tabs: browserTabs(name) })
  const base = await other.get(place)
  await other.save(place, { values: { markdown: 'Here. And there.' }, at: 1, by: 'another tab', base })
  await expect.element(field).toHaveValue('Here. And there.')
  await other.forget(place)
  await expect.element(field).toHaveValue('')
  other.close()
})

test('a quick take is sent with its tags and its place on the front page', async () => {
  asVisitor()
  network.answers(links.form('comments.postQuickTake'), { json: { ok: true, location: '/quick' } })
  await show(<QuickTakeForm />)
  await page.getByLabelText('Write a quick take').fill('Share a thought')
  await page.getByText('Tags and front page').click()
  await page.getByLabelText('Tags, separated by commas').fill('sea, tides')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect.poll(() => went.to).toEqual(['/quick'])
  expect(fieldsOf(network.asked()[0])).toMatchObject({ markdown: 'Share a thought', tags: 'sea, tides', isOnFrontpage: '1' })
})

test('a member with little karma is encouraged where quick takes are written, and nobody else', async () => {
  const line = page.getByText(/A sentence or two is enough/u)
  asMember({ ...mia, viewer: { ...mia.viewer, karma: 0 } })
  await show(<QuickTakeForm />)
  await expect.element(line).toBeVisible()
  await expectAccessible()
  asMember()
  await expect.element(line).not.toBeInTheDocument()
  asVisitor()
  await drawn()
  await expect.element(line).not.toBeInTheDocument()
})

test('a comment box is accessible, also with a refusal', async () => {
  const { postId } = await showPlain()
  const error = { code: 'invalid', reason: null, field: 'markdown', retryAfterMs: null }
  network.answers(path, { status: 422, json: { ok: false, error } })
  await field.fill('x')
  await send.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(postId).not.toBe('')
  await expectAccessible()
})

test.each([
  ['until the minute is over, its comments wait on the device', minuteMs, /send now will be posted then/u, true],
  ['for longer than a day nothing can be sent, and the text is kept', 3 * dayMs, /Your text is kept until then/u, false],
] as const)('who wrote too often reads above the box when they can again: %s', async (_what, leftMs, words, canSend) => {
  const postId = nextId()
  const { device } = await openTestDevice({ isOnDisk: true, me: { ...anotherMia(), wait: { postId, leftMs, reason: null } } })
  device.hint(posts, aPost({ id: postId }))
  await show(<CommentForm postId={postId} parentId={null} />)
  await expect.element(page.getByText(words)).toBeVisible()
  await field.fill('Slowly.')
  if (canSend) await expect.element(send).toBeEnabled()
  else await expect.element(send).toBeDisabled()
})
