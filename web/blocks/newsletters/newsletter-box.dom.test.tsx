import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '#shared/testing/factories.ts'
import { expectAccessible, focused, press, show } from '../../testing/dom.tsx'
import { NewsletterBox } from './newsletter-box.tsx'

test('the box under an essay is reached by Tab, named for those who hear it, and says what is wrong with an address', async () => {
  const form = {
    ...{ mutation: 'newsletters.subscribe', values: { email: 'rea@' }, continueWith: null },
    error: { code: 'invalid', reason: null, field: 'email', retryAfterMs: null },
  } as const
  await show(<NewsletterBox post={{ id: idOf(1), slug: 'a', authorId: idOf(100) }} name="Ada" />, { form })
  const field = page.getByRole('textbox', { name: 'Get new essays by Ada by email' })
  // What was refused has the focus already.
  await expect.element(field).toHaveFocus()
  await press('{Shift>}{Tab}{/Shift}')
  await press('{Tab}')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('textbox')).toHaveAccessibleDescription('This doesn’t look like an email address.')
  await press('{Tab}')
  expect(focused()).toContain('Subscribe')
  await expectAccessible()
})
