import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { aPost, paragraph } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { writeNewDocument } from '../../../data/documents/new-document.ts'
import { asMember, mia, openTestDevice } from '../../../testing/device.ts'
import { nextId, show } from '../../../testing/dom.tsx'
import EditPostPage from './edit-post-page.tsx'

startKeeping()

const text = page.getByRole('textbox', { name: 'Text (Markdown)' })
const toEditor = page.getByRole('button', { name: 'Open in the editor' })
const editor = () => document.querySelector('.ProseMirror')

/**
 * The page of a draft as the server shows it; the text on the device is `stands`, and a newcomer
 * types before the device is there.
 */
async function typedEarly(stands: string) {
  const id = nextId()
  asMember()
  const post = aPost({ id, authorId: mia.viewer.userId, status: 'draft', publishedAt: null, revisionId: null, slug: null, title: 'Ebb' })
  const { kind, linkUrl, lang, tags, writtenOn, submitToFrontpage } = post
  const writing = { id, title: 'Ebb', kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, changedAt: 1 }
  const fields = {
    ...{
      postId: id,
      title: 'Ebb',
      titleBase: 'Ebb',
      markdown: 'Water goes.',
      lang: 'en',
      kind: 'post',
      tags: '',
      linkUrl: '',
      writtenOn: '',
    },
    ...{ submitToFrontpage: true, noSideNotes: false, parentQuestionId: '', basedOn: 'r', note: '', level: '' },
  }
  const can = { write: true, open: true, unpublish: false, archive: false, setOffLists: false, moderate: false, lock: false }
  const data = {
    ...{ wiki: null, invitations: { made: [], now: 1 }, fields, hasForm: true, hasPreview: false, post, writing, faces: [] },
    ...{ access: 'own', guest: null, pictures: [], savedAt: 1, isAhead: false, staff: null, card: null, can },
  }
  await show(<EditPostPage />, { at: `/editPost?postId=${id}`, page: data })
  await text.fill('Water goes. And *comes*.')
  await page.getByLabelText('Title').fill('Tide')
  await page.getByLabelText('Tags').fill('Water, Moon')
  const { device } = await openTestDevice({ isOnDisk: true, me: mia })
  device.hint(posts, post)
  device.hint(writings, writing)
  await writeNewDocument(device, postRoom(id), paragraph(stands), 1)
  return { device, id }
}

test('who has typed into the plain form of a draft gets the editor with the words in it, and never both', async () => {
  const { device, id } = await typedEarly('Water goes.')
  await toEditor.click()
  await expect.poll(() => editor()?.textContent).toContain('Water goes. And comes.')
  await expect.element(text).not.toBeInTheDocument()
  expect(await device.read.get(writings, id)).toMatchObject({ title: 'Tide', tags: ['Water', 'Moon'] })
  expect(await keptAt(`post:${id}`)).toBeUndefined()
})

test('a text that was written on since is asked about, and stays', async () => {
  const { id } = await typedEarly('Water stays.')
  await toEditor.click()
  const tick = page.getByRole('checkbox', { name: /my text/u })
  await expect.element(text).toHaveValue('Water goes. And *comes*.')
  expect(await keptAt(`post:${id}`)).toBeDefined()
  await tick.click()
  await toEditor.click()
  await expect.poll(() => editor()?.textContent).toContain('Water goes. And comes.')
})
