import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../data/saved-text.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { BegunReplies } from './begun-replies.tsx'
import { CommentThread } from './comment-thread.tsx'

startKeeping()

const label = page.getByRole('link', { name: 'Draft reply' })

/** A post with two comments by Ada; a reply to the second was begun here earlier. */
async function aThread(isBegun = true) {
  const { device } = await openTestDevice({ isOnDisk: true })
  const [post, first, second] = [aPost({ id: nextId() }), nextId(), nextId()]
  device.hint(posts, post)
  const place = `comment:${post.id}:${second}`
  if (isBegun) await device.drafts.save(place, { markdown: 'Half a reply' }, 1)
  const counts = { version: 1, score: 1, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0 }
  const comments = [first, second].map((id) => ({ id, level: 1, by: 0, at: 100, ...counts }))
  const view = { people: [{ id: 'ada', name: 'Ada', slug: 'ada' }], comments }
  await show(
    <>
      <BegunReplies postId={post.id} />
      <CommentThread post={post} view={view} bodies={{}} place="thread" />
    </>,
  )
  return { device, place, labelled: () => label.element().closest('li')?.dataset['comment'], second }
}

test('a reply that was begun is named at the comment that it answers, and opened by keys with its words', async () => {
  const { labelled, second, place } = await aThread()
  await expect.element(label).toBeVisible()
  expect(labelled()).toBe(second)
  await expectAccessible()
  while (focused() !== 'Draft reply') await press('{Tab}')
  await press('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Reply to Ada' })).toHaveValue('Half a reply')
  await press('{Escape}')
  await expect.poll(focused).toBe('Draft reply')
  expect(await keptAt(place)).toMatchObject({ values: { markdown: 'Half a reply' } })
})

test('the word is there once one is begun, and gone with it', async () => {
  const { device, place } = await aThread(false)
  await expect.element(label).not.toBeInTheDocument()
  await device.drafts.save(place, { markdown: 'Begun now' }, 1)
  await expect.element(label).toBeVisible()
  await device.drafts.forget(place, 'sent')
  await expect.element(label).not.toBeInTheDocument()
})
