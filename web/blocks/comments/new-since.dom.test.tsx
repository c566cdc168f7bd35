import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayMs } from '#shared/kernel/durations.ts'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../testing/dom.tsx'
import { beside, nothingBeside } from './beside.ts'
import { NewSince } from './new-since.tsx'

const choice = page.getByLabelText('New since')
const words = () => document.querySelector('.new-since')?.textContent ?? ''

beforeEach(() => beside.set(nothingBeside))
afterEach(() => beside.set(nothingBeside))

/** Last visited three days ago, with comments that are an hour, two days and 40 days old. */
async function aDiscussion() {
  const { device } = await openTestDevice()
  const [postId, now] = [nextId(), Date.now()]
  const visits = [{ at: now - 50 * dayMs, seenUpTo: now - 50 * dayMs }]
  const mark = { id: readMarkId(device.account ?? '', postId), userId: device.account ?? '', postId, visits, version: 1 }
  device.hint(readMarks, { ...mark, readAt: now, seenUpTo: now } as never)
  beside.set({ ...nothingBeside, seenUpTo: new Map([[postId, now - 3 * dayMs]]) })
  const counts = { version: 1, score: 1, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0, level: 1, by: 0 }
  const comments = [dayMs / 24, 2 * dayMs, 40 * dayMs].map((age) => ({ id: nextId(), at: now - age, ...counts }))
  await show(<NewSince postId={postId} view={{ people: [{ id: 'ada', name: 'Ada', slug: 'ada' }], comments }} />)
  await expect.element(choice).toBeVisible()
}

test('comments are new since the last visit, and since a date of the reader’s own', async () => {
  await aDiscussion()
  expect(words()).toMatch(/^2 new since/u)
  await expectAccessible()
  await choice.selectOptions('yesterday')
  await expect.poll(words).toMatch(/^1 new/u)
  await choice.selectOptions('last year')
  await expect.poll(words).toMatch(/^3 new/u)
  await choice.selectOptions('your last visit')
  await expect.poll(words).toMatch(/^2 new/u)
})

test('an earlier visit of the reader’s own can be chosen', async () => {
  await aDiscussion()
  const earlier = page.getByRole('option', { name: /^your visit of/u })
  await expect.element(earlier).toBeInTheDocument()
  await choice.selectOptions(earlier.element().textContent ?? '')
  await expect.poll(words).toMatch(/^3 new/u)
})
