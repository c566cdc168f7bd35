import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { asVisitor, openTestDevice } from '../../testing/device.ts'
import { drawn, expectAccessible, nextId, press, show } from '../../testing/dom.tsx'
import { press as pressOn } from '../comments/comment-menu.ts'
import { MemberFollowButton } from './member-follow-button.tsx'

test.each([
  ['post', 'Follow comments'],
  ['dialogue', 'Follow dialogue'],
  ['memberComments', 'Follow comments'],
  ['memberTakes', 'Follow quick takes'],
] as const)('a member follows a %s by “%s”, by keyboard, and nothing else of it', async (kind, words) => {
  const { device } = await openTestDevice()
  const id = nextId()
  device.hint(posts, aPost({ id }))
  await show(<MemberFollowButton kind={kind} id={id} name="On tides" />)
  const button = page.getByRole('button', { name: new RegExp(`^${words} ?On tides`, 'u') })
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await press('{Tab}', '{Enter}')
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  expect(await device.read.get(subscriptions, subscriptionId(device.account ?? '', kind, id))).toMatchObject({ kind, state: 'on' })
  await expectAccessible()
})

test('a visitor’s page holds no such button', async () => {
  asVisitor()
  await show(<MemberFollowButton kind="post" id={nextId()} name="On tides" />)
  await drawn()
  expect(page.getByRole('button').query()).toBeNull()
})

test('the replies to a comment are followed and unfollowed from its menu, which says so', async () => {
  const { device } = await openTestDevice()
  const [commentId, author] = [nextId(), { id: idOf(100), slug: 'ada', name: 'Ada' }]
  const control = document.createElement('button')
  document.body.append(control)
  const comment = { id: commentId, level: 1, by: 0, at: T0, version: 1 }
  const open = () =>
    pressOn({
      ...{ control: Object.assign(control, { className: 'c-more' }), item: document.createElement('li'), commentId },
      actions: { post: aPost(), shown: () => ({ author, comment }) } as never,
    })
  open()
  await page.getByRole('button', { name: 'Follow replies' }).click()
  await expect.element(page.getByRole('button', { name: 'Following replies' })).toBeVisible()
  const id = subscriptionId(device.account ?? '', 'comment', commentId)
  await expect.poll(() => device.read.get(subscriptions, id)).toMatchObject({ state: 'on' })
  await expect.poll(() => document.querySelector('.c-menu')).toBeNull()
  open()
  await page.getByRole('button', { name: 'Unfollow replies' }).click()
  // What was not sent yet leaves no row behind.
  await expect.poll(async () => (await device.read.get(subscriptions, id))?.state ?? 'off').toBe('off')
})
