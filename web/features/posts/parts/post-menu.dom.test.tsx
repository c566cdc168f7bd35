import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { subscriptions } from '#shared/subscriptions/schema.ts'
import { aPost, idOf, member } from '#shared/testing/factories.ts'
import { asMember, asVisitor, mia, openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import type { MenuData } from './post-menu-items.tsx'
import { PostMenu } from './post-menu.tsx'

beforeEach(async () => {
  document.documentElement.dataset['js'] = ''
  await page.viewport(320, 640)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1280, 900)
})

const summary = () => document.querySelector<HTMLElement>('summary')
const item = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })

function dataOf(changes: Parameters<typeof aPost>[0] = {}): MenuData {
  const post = aPost({ id: nextId(), slug: 'on-tides', status: 'published', publishedAt: 1_700_000_000_000, commentCount: 3, ...changes })
  return { post, title: 'On tides', tally: { score: 24, voteCount: 15, agreement: 0, agreementCount: 0 } }
}

async function open(data = dataOf()) {
  await show(<PostMenu page={data} />)
  summary()?.click()
  await expect.element(page.getByText('24 points from 15 votes')).toBeVisible()
  return data
}

test('a visitor finds the score, the comments and what can be done with the post', async () => {
  asVisitor()
  await open()
  for (const name of ['Listen', 'Bookmark', 'Share', 'Copy as Markdown']) await expect.element(item(name)).toBeVisible()
  await expect.element(link('3 comments')).toHaveAttribute('href', '#comments')
  for (const name of ['Hide from the front page', 'Edit', 'Moderate']) expect(page.getByText(name, { exact: true }).query()).toBeNull()
})

test('a member follows the comments of a post from its menu', async () => {
  const { device } = await openTestDevice()
  const { post } = await open()
  await page.getByRole('button', { name: /^Follow comments/u }).click()
  await expect.element(page.getByRole('button', { name: /^Following comments/u })).toHaveAttribute('aria-pressed', 'true')
  const rows = await device.read.list({
    table: subscriptions,
    index: ['userId'],
    equals: [device.account ?? ''],
    order: 'ascending',
    limit: 9,
  })
  expect(rows).toMatchObject([{ kind: 'post', targetId: post.id, state: 'on' }])
})

test('a member without the right is not asked to suggest a post for curation', async () => {
  await openTestDevice()
  await open(dataOf({ frontpageAt: 1_700_000_000_000 }))
  await expect.element(item('Share')).toBeVisible()
  expect(item('Suggest for curation').query()).toBeNull()
})

test('a suggestion that is refused says why', async () => {
  await openTestDevice({ me: { ...mia, viewer: { ...mia.viewer, groups: ['trusted'] } } })
  const error = { code: 'rate-limited', reason: null, field: null, retryAfterMs: 300_000 }
  network.answers(links.form('curation.suggest'), { status: 429, json: { ok: false, error } })
  await open(dataOf({ frontpageAt: 1_700_000_000_000 }))
  await item('Suggest for curation').click()
  await expect.element(page.getByText('You’re doing that too fast. Try again in 5 minutes; your text is kept.')).toBeVisible()
  await expect.element(item('Suggest for curation')).toBeVisible()
})

test('a trusted member suggests a post for curation, and takes that back', async () => {
  await openTestDevice({ me: { ...mia, viewer: { ...mia.viewer, groups: ['trusted'] } } })
  network.answers(links.form('curation.suggest'), { json: { ok: true, location: '/' } })
  const { post } = await open(dataOf({ frontpageAt: 1_700_000_000_000 }))
  await item('Suggest for curation').click()
  await item('Withdraw curation suggestion').click()
  await expect.element(item('Suggest for curation')).toBeVisible()
  const asked = network.asked(links.form('curation.suggest')).map(fieldsOf)
  expect(asked).toMatchObject(['true', 'false'].map((isOn) => ({ postId: post.id, isOn })))
  network.isOffline = true
  await item('Suggest for curation').click()
  await expect.element(page.getByText('You’re offline, so nothing was changed.')).toBeVisible()
})

test('a member hides a post from the front page, and shows it again', async () => {
  await openTestDevice()
  network.answers(links.mutation('feed.hide'), { json: { outcome: 'applied' } })
  const { post } = await open()
  await item('Hide from the front page').click()
  await item('Show on the front page again').click()
  await expect.element(item('Hide from the front page')).toBeVisible()
  const asked = network.asked(links.mutation('feed.hide')).map(({ body }) => JSON.parse(body) as unknown)
  expect(asked).toMatchObject([true, false].map((isHidden) => ({ args: { list: 'front', itemId: post.id, isHidden } })))
})

test('a refused hiding says why, and the post stays as it was', async () => {
  await openTestDevice()
  const error = { code: 'rate-limited', reason: null, field: null, retryAfterMs: null }
  network.answers(links.mutation('feed.hide'), { status: 429, json: { outcome: 'rejected', error } })
  await open()
  await item('Hide from the front page').click()
  await expect.element(page.getByText('too fast', { exact: false })).toBeVisible()
  await expect.element(item('Hide from the front page')).toBeVisible()
})

test('an author finds editing, the history and the analytics of the post, and nothing of a moderator’s', async () => {
  asMember({ ...mia, viewer: member(idOf(31), { karma: 10 }) })
  await open(dataOf({ authorId: idOf(31), editedAt: 1_700_000_100_000 }))
  for (const name of ['Edit', 'History', 'Post analytics']) await expect.element(link(name)).toBeVisible()
  expect(link('Moderate').query()).toBeNull()
})

test('a moderator is led to what may be moderated', async () => {
  asMember({ ...mia, viewer: member(idOf(32), { groups: ['moderators'] }) })
  const { post } = await open()
  await expect.element(link('Moderate')).toHaveAttribute('href', `/editPost?postId=${post.id}#moderate`)
  expect(link('Post analytics').query()).toBeNull()
})

test('the post is copied as the server writes it in Markdown', async () => {
  asVisitor()
  const data = dataOf()
  network.answers(`/posts/${data.post.id}/on-tides.md`, { text: '# On tides', type: 'text/markdown' })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open(data)
  await item('Copy as Markdown').click()
  await expect.element(item('Copied')).toBeVisible()
  expect(written).toHaveBeenCalledWith('# On tides')
})

test('without a network copying says so', async () => {
  asVisitor()
  await open()
  network.isOffline = true
  await item('Copy as Markdown').click()
  await expect.element(item('You’re offline. Try again when you’re online.')).toBeVisible()
})

test('by keyboard Enter opens it and Escape gives the focus back; what it holds is accessible', async () => {
  asMember({ ...mia, viewer: member(idOf(33), { isAdmin: true }) })
  await show(<PostMenu page={dataOf()} />)
  summary()?.focus()
  await press('{Enter}')
  await expect.element(item('Share')).toBeVisible()
  await expectAccessible()
  await press('{Escape}')
  await expect.element(page.getByText('24 points from 15 votes')).not.toBeVisible()
  expect(focused()).toBe('More about this post')
})
