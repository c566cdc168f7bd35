import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawn, show } from '../../../testing/dom.tsx'
import { TitleField } from './title-field.tsx'

const title = page.getByLabelText('Title')
const field = (isNew: boolean) => <TitleField postId="p1" title="" lang="en" isNew={isNew} onTitle={async () => {}} />

test('a new post takes its title at once', async () => {
  await show(field(true))
  await expect.element(title).toHaveFocus()
})

test('a post that was begun before keeps the focus where it was', async () => {
  await show(field(false))
  await drawn()
  await expect.element(title).not.toHaveFocus()
})

test('who types elsewhere is not interrupted', async () => {
  const search = document.createElement('input')
  document.body.append(search)
  search.focus()
  await show(field(true))
  await drawn()
  await expect.element(title).toBeVisible()
  await expect.element(title).not.toHaveFocus()
})
