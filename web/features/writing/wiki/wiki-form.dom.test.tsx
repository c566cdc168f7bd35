import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FormError } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { wordsNow } from '../../../data/typed-words/local-typed-words.ts'
import { asVisitor } from '../../../testing/device.ts'
import { nextId, show, went } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import { WikiForm } from './wiki-form.tsx'

startKeeping()
beforeEach(() => asVisitor())

const text = page.getByRole('textbox', { name: 'Text (Markdown)' })
const toEditor = page.getByRole('button', { name: 'Open in the editor' })

const fields = {
  ...{ postId: nextId(), title: 'Tides', titleBase: 'Tides', markdown: 'Water goes.', lang: 'en', kind: 'wiki', tags: '', linkUrl: '' },
  ...{ writtenOn: '', submitToFrontpage: true, noSideNotes: false, parentQuestionId: '', basedOn: 'r', note: '', level: '' },
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

test('what is typed into the plain form of a wiki page is on this device, and is back on the next visit', async () => {
  const postId = nextId()
  const given = { fields: { ...fields, postId }, seenId: null, address: null }
  const shown = await show(<WikiForm {...given} />)
  await text.fill('Water goes, and comes.')
  await expect.poll(() => keptAt(`post:${postId}`)).toMatchObject({ values: { markdown: 'Water goes, and comes.' } })
  await shown.unmount()
  await show(<WikiForm {...given} />)
  await expect.element(text).toHaveValue('Water goes, and comes.')
})

test('a wiki page that was published is no draft any more', async () => {
  const postId = nextId()
  network.answers(links.form('wiki.publish'), { json: { ok: true, location: '/w/tides' } })
  await show(<WikiForm fields={{ ...fields, postId }} seenId={null} address={null} />)
  await text.fill('Water goes, and comes.')
  await expect.poll(() => keptAt(`post:${postId}`)).toBeDefined()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => went.to).toEqual(['/w/tides'])
  await expect.poll(() => keptAt(`post:${postId}`)).toBeUndefined()
  expect(network.asked(links.form('wiki.publish'))).toHaveLength(1)
})

test('words that were typed before somebody else published do not replace what they have not seen', async () => {
  const postId = nextId()
  await wordsNow().save(`post:${postId}`, { values: { markdown: 'Mine' }, at: 5 })
  await show(<WikiForm fields={{ ...fields, postId }} seenId={nextId()} savedAt={6} address={null} />)
  await expect.element(text).toHaveValue('Mine')
  await expect.poll(() => document.querySelector<HTMLInputElement>('[name="seenId"]')?.value).toBe(postId)
})

test('until the editor could be there nothing is offered', async () => {
  await show(<WikiForm fields={fields} seenId={null} address={null} />)
  await expect.element(toEditor).not.toBeInTheDocument()
})
