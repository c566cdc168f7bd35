import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { publishPost } from '#shared/posts/mutations.ts'
import { writings } from '#shared/posts/schema.ts'
import { outbox } from '../../../data/outbox.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, press, show } from '../../../testing/dom.tsx'
import NewPostPage from '../pages/new-post-page.tsx'

/** The editor puts the draft's address in the bar. */
const address = location.href
afterEach(() => history.replaceState(history.state, '', address))

const fields = {
  ...{ postId: '', title: '', markdown: '', lang: 'en', kind: 'post', tags: '', linkUrl: '', writtenOn: '', basedOn: '', titleBase: '' },
  ...{ submitToFrontpage: true, noSideNotes: false, parentQuestionId: '' },
}
const data = { fields, hasForm: true, hasPreview: false, isQuickTake: false, coming: [], parent: null }
const bar = page.getByRole('group', { name: 'This text' })
const sheet = page.getByRole('dialog')
const inBar = (name: string) => bar.getByRole('button', { name, exact: true })
const inSheet = (name: string) => sheet.getByRole('button', { name, exact: true })

/** An essay that nobody else has a part in, typed into the editor. */
async function written(title: string) {
  const opened = await openTestDevice({ isOnDisk: true })
  await show(<NewPostPage />, { at: '/newPost', page: data })
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await userEvent.keyboard('The sea comes back.')
  if (title !== '') await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await expect.element(inBar('Share')).toBeVisible()
  await expect.poll(() => location.search).toContain('postId=')
  return { ...opened, id: new URL(location.href).searchParams.get('postId') ?? '' }
}
const published = () => outbox.get().waiting.filter(({ name }) => name === publishPost.name)

test('a post is published from one sheet: seen as in a list, with what is worth a look, its tags, and one press; until it has gone out it is called back', async () => {
  const { device, id } = await written('On tides')
  await inBar('Publish').click()
  await expect.element(sheet.getByRole('article')).toMatchTextContent('On tidesThe sea comes back.1 min read')
  await expect.element(sheet).toMatchTextContent('Add tags so readers can find it.')
  await expectAccessible()
  await sheet.getByLabelText('Tags').fill('Water')
  await press('{Tab}')
  await expect.poll(async () => (await device.read.get(writings, id))?.tags).toEqual(['Water'])
  await expect.element(sheet).not.toMatchTextContent('Add tags')
  await inSheet('Publish').click()

  await expect.poll(published).toHaveLength(1)
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(inBar('Publishing…')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Cancel publishing' }).click()
  await expect.poll(published).toEqual([])
  await expect.element(inBar('Publish')).toBeVisible()
})

test('closed and opened again, the sheet has what was typed in it, and looks at the text anew', async () => {
  await written('On tides')
  await inBar('Publish').click()
  await sheet.getByText('Schedule', { exact: true }).click()
  const time = sheet.getByLabelText(/^Date and time/u)
  await time.fill('2031-05-06T07:08')
  await press('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await press('{Control>}{End}{/Control}')
  await userEvent.keyboard(' And goes.')
  await inBar('Publish').click()
  await expect.element(sheet.getByRole('article')).toMatchTextContent('The sea comes back. And goes.')
  await expect.element(time).toHaveValue('2031-05-06T07:08')
})

test('what is missing is said as the sheet opens, and its link leads to the field; nothing is published', async () => {
  await written('')
  await inBar('Publish').click()
  const missing = sheet.getByRole('alert').getByRole('link')
  await expect.element(missing).toMatchTextContent(/title/iu)
  await inSheet('Publish').click()
  expect(published()).toEqual([])
  await missing.click()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('what is worth stopping for is seen first, and the post may be published all the same', async () => {
  await written('On tides')
  await page.getByRole('button', { name: 'Footnote', exact: true }).click()
  await inBar('Publish').click()
  await expect.element(sheet).toMatchTextContent('A footnote is empty.')
  await inSheet('Publish anyway').click()
  await expect.poll(published).toHaveLength(1)
})

test('sharing and settings open beside the text by keys alone, and give the focus back; a lone author is not offered to suggest', async () => {
  await written('On tides')
  await expect.element(page.getByRole('button', { name: 'Suggest changes' })).not.toBeInTheDocument()
  inBar('Share').element().focus()
  await press('{Enter}')
  await expect.element(sheet.getByLabelText('Share with')).toBeVisible()
  await expect.element(sheet.getByRole('heading', { name: 'Co-authors' })).toBeVisible()
  await expectAccessible()
  await press('{Escape}')
  await expect.poll(focused).toBe('Share')
  await bar.getByLabelText('More about this text').click()
  await inBar('Post settings').click()
  await expect.element(sheet.getByLabelText('Language')).toBeVisible()
  await press('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})
