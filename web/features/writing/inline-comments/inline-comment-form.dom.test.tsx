import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { asVisitor } from '../../../testing/device.ts'
import { show } from '../../../testing/dom.tsx'
import { InlineCommentForm } from './inline-comment-form.tsx'

startKeeping()
beforeEach(() => asVisitor())

test.each([
  ['of a new comment what was typed on', '', 'Sent.', 'Sent. More', 'More'],
  ['of a changed one the whole', 'As it was.', 'Sent.', 'Sent. More', 'Sent. More'],
])('what is typed while it is being sent stays in the field and on this device: %s', async (_what, words, sent, typed, left) => {
  const place = `inline-comment:${words}`
  const given: string[] = []
  let arrive = () => {}
  let closed = 0
  const onSend = (body: string) => {
    given.push(body)
    return new Promise<void>((resolve) => (arrive = resolve))
  }
  await show(
    <InlineCommentForm place={place} label="Comment" action="Send" words={words} onSend={onSend} onClose={() => void (closed += 1)} />,
  )
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.fill(sent)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => given).toEqual([sent])
  await field.fill(typed)
  arrive()
  await expect.poll(() => keptAt(place)).toMatchObject({ values: { body: left } })
  await expect.element(field).toHaveValue(left)
  expect(closed).toBe(0)
  // Nothing more is typed: it is sent, and is over.
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => given).toEqual([sent, left])
  arrive()
  await expect.poll(() => closed).toBe(1)
  await expect.poll(() => keptAt(place)).toBeUndefined()
})
