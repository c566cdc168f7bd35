import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FormError } from '#shared/pages/page-data.ts'
import { show } from '../../../testing/dom.tsx'
import { NewerChoices } from './newer-choices.tsx'

const conflict = (field: string): FormError => ({ code: 'conflict', reason: null, field, retryAfterMs: null })
const text = page.getByRole('checkbox', { name: /my text/u })
const title = page.getByRole('checkbox', { name: /my title/u })

/** The form, sent three times. */
function Form() {
  const [error, setError] = useState<FormError | null>(conflict('markdown'))
  return (
    <>
      <NewerChoices postId="p" error={error} />
      <button type="button" onClick={() => setError(error?.field === 'markdown' ? conflict('title') : null)}>
        Send
      </button>
    </>
  )
}

test('a title in conflict is asked about, and the tick at the text stays', async () => {
  const send = page.getByRole('button', { name: 'Send' })
  await show(<Form />)
  await text.click()
  await expect.element(title).not.toBeInTheDocument()
  await send.click()
  await expect.element(text).toBeChecked()
  await expect.element(title).not.toBeChecked()
  await send.click()
  await expect.element(title).toBeVisible()
})

test('nothing is asked where nothing was changed elsewhere', async () => {
  await show(<NewerChoices postId="p" error={{ ...conflict('title'), code: 'invalid' }} />)
  await expect.element(title).not.toBeInTheDocument()
})
