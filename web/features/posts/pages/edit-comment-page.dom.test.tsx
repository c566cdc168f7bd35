import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aComment, aPost } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { asVisitor } from '../../../testing/device.ts'
import { nextId, show } from '../../../testing/dom.tsx'
import EditCommentPage from './edit-comment-page.tsx'

startKeeping()
beforeEach(() => asVisitor())

test('what was typed over a comment on its own page is back after a reload', async () => {
  const comment = aComment({ id: nextId() })
  const loaded = {
    ...{ comment, post: aPost(), markdown: 'As it was.', isOwn: true, canRestore: false },
    ...{ edit: { isOpen: true }, remove: { isOpen: true }, marks: { list: [] } },
  }
  const field = page.getByRole('textbox', { name: 'Text (Markdown)' })
  const shown = await show(<EditCommentPage />, { page: loaded })
  await field.fill('As it was, and more.')
  await expect.poll(() => keptAt(`edit:${comment.id}`)).toMatchObject({ values: { markdown: 'As it was, and more.' } })
  await shown.unmount()
  await show(<EditCommentPage />, { page: loaded })
  await expect.element(field).toHaveValue('As it was, and more.')
})
