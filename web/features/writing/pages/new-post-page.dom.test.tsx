import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writings } from '#shared/posts/schema.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { anotherMia, asMember, openTestDevice } from '../../../testing/device.ts'
import { show } from '../../../testing/dom.tsx'
import NewPostPage from './new-post-page.tsx'

startKeeping()

/** The editor puts the draft's address in the bar. */
const address = location.href
afterEach(() => history.replaceState(history.state, '', address))

/** One for each test: words that the test before had kept would rightly come back. */
let me = anotherMia()
beforeEach(() => {
  me = anotherMia()
  asMember(me)
})

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
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await page.getByLabelText('Title').fill('On tides')
  await text.fill('The *sea* comes back.')
  const field = text.element()
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(9, 9)
}

test('who types before the editor is there gets it with the words in it, the caret at its letter', async () => {
  await typedEarly()
  const { device } = await openTestDevice({ me, isOnDisk: true })
  await expect.poll(() => editor()?.textContent).toContain('The sea comes back.')
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('On tides')
  const id = new URL(location.href).searchParams.get('postId') ?? ''
  expect(await device.read.get(writings, id)).toMatchObject({ title: 'On tides' })
  expect(await keptAt('post:new')).toBeUndefined()
  await expect.poll(() => document.activeElement).toBe(editor())
  await userEvent.keyboard('!')
  await expect.poll(() => editor()?.textContent).toContain('The sea! comes back.')
})

test('what the rules refuse stays in the form, all of it shown, with the reason', async () => {
  await typedEarly()
  await page.getByLabelText('Link URL').fill('nowhere')
  await openTestDevice({ me, isOnDisk: true })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(text).toHaveValue('The *sea* comes back.')
  expect(await keptAt('post:new')).toMatchObject({ values: { markdown: 'The *sea* comes back.' } })
  await page.getByLabelText('Link URL').fill('https://example.org')
  await toEditor.click()
  await expect.poll(() => editor()?.textContent).toContain('The sea comes back.')
})

test('keys that are pressed while the form becomes a draft are typed in the editor', async () => {
  await typedEarly()
  const { device } = await openTestDevice({ me, isOnDisk: true })
  const isAsked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const commit = device.commit.bind(device)
  const slowCommit: typeof device.commit = async (...mutation) => {
    isAsked.resolve()
    await mayGoOn.promise
    return commit(...mutation)
  }
  Object.assign(device, { commit: slowCommit })
  await isAsked.promise
  await userEvent.keyboard(', latex{Backspace}')
  mayGoOn.resolve()
  await expect.poll(() => editor()?.textContent).toContain('The sea, late comes back.')
})

test('who stands in the title goes on there, with the keys pressed meanwhile', async () => {
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  const { device } = await openTestDevice({ me, isOnDisk: true })
  // Without a pause, whatever takes the keys just now.
  for (const key of 'On tides') await userEvent.keyboard(key)
  await expect.poll(() => editor()).not.toBeNull()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('On tides')
  const postId = () => new URL(location.href).searchParams.get('postId') ?? ''
  await expect.poll(async () => (await device.read.get(writings, postId()))?.title).toBe('On tides')
})

test('Enter in the title leads to the text, and saves nothing', async () => {
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await page.getByLabelText('Title').fill('On tides')
  await userEvent.keyboard('{Enter}')
  await expect.element(text).toHaveFocus()
  expect(document.querySelector('#writing .savestate')?.textContent).not.toBe('Sending…')
})

test('with scripting the frame shows title and text alone, and all of the form where no editor comes', async () => {
  document.documentElement.dataset['js'] = '1'
  onTestFinished(() => {
    delete document.documentElement.dataset['js']
  })
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await expect.element(text).toBeVisible()
  await expect.element(page.getByText('Opening the editor…')).toBeVisible()
  const publish = document.querySelector<HTMLElement>('#publish')
  expect(publish && getComputedStyle(publish).visibility).toBe('hidden')
  // What ends it is drawn by the sheet, after 12 seconds: no script may have come.
  for (const each of document.getAnimations()) each.finish()
  expect(publish && getComputedStyle(publish).visibility).toBe('visible')
})
