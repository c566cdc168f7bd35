import { hydrateRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPost } from '#shared/testing/factories.ts'
import { onPage, show, went } from '../../testing/dom.tsx'
import { AnswerOrderForm } from './order-form.tsx'

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
