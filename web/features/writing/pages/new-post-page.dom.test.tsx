import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writings } from '#shared/posts/schema.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { asMember, openTestDevice } from '../../../testing/device.ts'
import { show } from '../../../testing/dom.tsx'
import NewPostPage from './new-post-page.tsx'

startKeeping()

/** The editor puts the draft's address in the bar. */
const address = location.href
afterEach(() => history.replaceState(history.state, '', address))

const fields = {
  ...{ postId: '', title: '', markdown: '', lang: 'en', kind: 'post', tags: '', linkUrl: '', writtenOn: '', basedOn: '', titleBase: '' },
  ...{ submitToFrontpage: true, noSideNotes: false, parentQuestionId: '' },
}
const data = { fields, hasForm: true, hasPreview: false, isQuickTake: false, coming: [], parent: null }
const text = page.getByRole('textbox', { name: 'Text (Markdown)' })
const toEditor = page.getByRole('button', { name: 'Open in the editor' })
const editor = () => document.querySelector('.ProseMirror')

/** A newcomer types before the device is there. */
async function typedEarly(): Promise<void> {
  asMember()
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await page.getByLabelText('Title').fill('On tides')
  await text.fill('The *sea* comes back.')
  const field = text.element()
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(9, 9)
}

test('who has typed into the plain form gets the editor with the words in it, the caret at its letter', async () => {
  await typedEarly()
  const { device } = await openTestDevice({ isOnDisk: true })
  await toEditor.click()
  await expect.poll(() => editor()?.textContent).toContain('The sea comes back.')
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('On tides')
  const id = new URL(location.href).searchParams.get('postId') ?? ''
  expect(await device.read.get(writings, id)).toMatchObject({ title: 'On tides' })
  expect(await keptAt('post:new')).toBeUndefined()
  await expect.poll(() => document.activeElement).toBe(editor())
  await userEvent.keyboard('!')
  await expect.poll(() => editor()?.textContent).toContain('The sea! comes back.')
})

test('what the rules refuse stays in the form with the reason', async () => {
  await typedEarly()
  await openTestDevice({ isOnDisk: true })
  await page.getByLabelText('Link URL').fill('nowhere')
  await toEditor.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(text).toHaveValue('The *sea* comes back.')
  expect(await keptAt('post:new')).toMatchObject({ values: { markdown: 'The *sea* comes back.' } })
})

test('what is typed while the form is being made a draft goes along, or stays where it is kept', async () => {
  await typedEarly()
  const { device } = await openTestDevice({ isOnDisk: true })
  const isAsked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const commit = device.commit.bind(device)
  const slowCommit: typeof device.commit = async (...mutation) => {
    isAsked.resolve()
    await mayGoOn.promise
    return commit(...mutation)
  }
  Object.assign(device, { commit: slowCommit })
  await toEditor.click()
  await isAsked.promise
  const field = document.querySelector<HTMLTextAreaElement>('textarea[name="markdown"]')
  field?.focus()
  await userEvent.keyboard('Late. ')
  const isTaken = field?.value.includes('Late.')
  mayGoOn.resolve()
  await expect.poll(() => editor()?.textContent).toContain('sea')
  // A field that takes no more keys loses none that anybody has seen.
  if (isTaken === true) expect(`${editor()?.textContent} ${(await keptAt('post:new'))?.values['markdown']}`).toContain('Late.')
})
