import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { editComment, postComment } from '#shared/comments/mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, paragraph } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, nextId, press } from '../../testing/dom.tsx'
import { press as pressOn } from './comment-menu.ts'

const dialog = page.getByRole('dialog', { name: 'Versions of this comment' })
const came = () => [...document.querySelectorAll('dialog.versions ins')].map((each) => each.textContent)

test('“edited” beside a comment compares two of its versions where it stands: the newest two, then those that are chosen', async () => {
  const { device } = await openTestDevice()
  const [commentId, postId] = [nextId(), nextId()]
  device.hint(posts, aPost({ id: postId }))
  await device.commit(postComment, { id: commentId, postId, parentId: null, body: paragraph('The tide goes out.') })
  await device.commit(editComment, { id: commentId, body: paragraph('The great tide goes out.'), bodyVersion: 1 })
  const control = document.createElement('button')
  pressOn({ control, item: document.createElement('li'), commentId, actions: {} as never })
  await expect.element(dialog).toBeVisible()
  await expect.poll(came).toContainEqual(expect.stringContaining('great'))
  await expectAccessible()
  await dialog.getByRole('combobox').first().selectOptions('0')
  await expect.poll(came).toEqual([])
  await press('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
})
