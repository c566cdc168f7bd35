import { hydrateRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPost } from '#shared/testing/factories.ts'
import { onPage, show, went } from '../../testing/dom.tsx'
import { setLook } from '../../data/look.ts'
import { defaultLook } from '#shared/reading/look.ts'
import { AnswerOrderForm, OrderForm } from './order-form.tsx'

const post = aPost({ kind: 'question' })
const form = <AnswerOrderForm post={post} order="top" />

test('an order that is chosen is gone to at once', async () => {
  await show(form)
  await page.getByLabelText('Order of answers').selectOptions('Oldest first')
  await expect.poll(() => went.to).toEqual(['/posts/1/a?answersSorting=oldest'])
})

test('an order that was chosen while the app was on its way is gone to as it comes', async () => {
  const drawn = await show(form)
  const root = document.createElement('div')
  root.innerHTML = drawn.container.innerHTML
  await drawn.unmount()
  document.body.append(root)
  await page.getByLabelText('Order of answers').selectOptions('Newest first')
  const react = hydrateRoot(root, onPage(form))
  await expect.poll(() => went.to).toEqual(['/posts/1/a?answersSorting=newest'])
  react.unmount()
  root.remove()
})

test.each([
  ['newest', {}, '', ['/posts/1/a?view=postCommentsNew']],
  ['newest', {}, '?view=postCommentsOld', []],
  ['newest', { commentOrder: 'postCommentsOld' }, '', []],
  ['top', { hidesCommentScores: true }, '', []],
  ['usual', {}, '', []],
  ['newest', {}, '#01JABCDEFGHJKMNPQRSTVWXYZ0', []],
] as const)('a reader who likes %s under a post with %j%s goes to %j', async (order, more, search, expected) => {
  setLook({ order })
  const under = aPost({ id: post.id, ...more })
  await show(<OrderForm post={under} order={'hidesCommentScores' in more ? 'postCommentsNew' : 'postCommentsTop'} />, {
    at: `/posts/1/a${search}`,
  })
  expect(went.to).toEqual(expected)
  setLook(defaultLook)
})
