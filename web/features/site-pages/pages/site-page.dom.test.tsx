import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { admin, idOf, moderator } from '#shared/testing/factories.ts'
import { asMember, asVisitor, mia } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import SitePage from './site-page.tsx'

const post = { id: idOf(1), title: 'Before you write to us', version: '1.0.0' }
const link = (name: string) => page.getByRole('link', { name, exact: true })

test('administrators are led to the post and to the choice', async () => {
  asMember({ ...mia, viewer: admin })
  await show(<SitePage />, { at: '/faq', page: { name: 'faq', contactEmail: null, post } })
  await expect.element(link('Edit this page')).toHaveAttribute('href', `/editPost?postId=${idOf(1)}`)
  await expect.element(link('Choose a post for this page')).toHaveAttribute('href', '/admin/pages')
  await expectAccessible()
})

test.each([
  ['a visitor', asVisitor],
  ['a member', () => asMember()],
  ['a moderator', () => asMember({ ...mia, viewer: moderator })],
])('%s only reads', async (_who, become) => {
  become()
  await show(<SitePage />, { at: '/faq', page: { name: 'faq', contactEmail: null, post: null } })
  await expect.element(page.getByRole('heading', { name: 'Do I need an account?' })).toBeVisible()
  expect(link('Choose a post for this page').query()).toBeNull()
  await expectAccessible()
})
