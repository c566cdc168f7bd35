import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FormError } from '#shared/pages/page-data.ts'
import { nextId, show } from '../../../testing/dom.tsx'
import { WikiForm } from './wiki-form.tsx'

const text = page.getByRole('textbox', { name: 'Text, in Markdown' })
const toEditor = page.getByRole('button', { name: 'Open in the editor' })

const fields = {
  ...{ postId: nextId(), title: 'Tides', titleBase: 'Tides', markdown: 'Water goes.', lang: 'en', kind: 'wiki', tags: '', linkUrl: '' },
  ...{ writtenOn: '', submitToFrontpage: true, noSideNotes: false, parentQuestionId: '', basedOn: 'r' },
}

test('a page of the wiki that was begun in the plain form can be opened in the editor, or says why not', async () => {
  const given: string[] = []
  const answers: (FormError | null)[] = [{ code: 'conflict', reason: null, field: 'markdown', retryAfterMs: null }, null]
  const open = async (form: HTMLFormElement) => {
    given.push(String(new FormData(form).get('markdown')))
    return answers.shift() ?? null
  }
  await show(<WikiForm fields={fields} seenId={null} address={null} toEditor={open} />)
  await text.fill('Water goes, and comes.')
  await toEditor.click()
  await expect.element(page.getByRole('checkbox', { name: /my text/u })).toBeVisible()
  await expect.element(text).toHaveValue('Water goes, and comes.')
  await toEditor.click()
  await expect.poll(() => given).toEqual(['Water goes, and comes.', 'Water goes, and comes.'])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('until the editor could be there nothing is offered', async () => {
  await show(<WikiForm fields={fields} seenId={null} address={null} />)
  await expect.element(toEditor).not.toBeInTheDocument()
})
