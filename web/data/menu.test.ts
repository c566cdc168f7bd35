import { expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member } from '#shared/testing/factories.ts'
import '../app/routes.ts'
import { menuOf, pagesFor } from './menu.ts'

const moderator = member(idOf(7), { groups: ['moderators'] })
const words = (...asked: Parameters<typeof menuOf>) => menuOf(...asked).map(({ word }) => word)

test('an entry stands in the menus it names, in its order', () => {
  expect(words('own', { viewer: member(idOf(7)) })).toEqual(['Drafts', 'Bookmarks & history', 'Messages', 'Outbox'])
  expect(menuOf('sections', { viewer: visitor }).slice(0, 2)).toEqual([
    { href: '/', word: 'Home' },
    { href: '/allPosts', word: 'All posts' },
  ])
})

test('staff have what is for them, and how many wait there', () => {
  expect(words('staff', { viewer: member(idOf(7)) })).toEqual([])
  expect(words('staff', { viewer: moderator, inQueue: 3 })).toEqual([
    ...['Moderation (3)', 'Moderator inbox', 'Curation', 'Checked texts', 'Spotlights'],
  ])
  expect(words('staff', { viewer: admin, inQueue: 0 })).toEqual([
    ...['Moderation', 'Moderator inbox', 'Curation', 'Checked texts', 'Administration', 'Feedback inbox', 'Errors', 'Health', 'Spotlights'],
  ])
})

test('pages of members, staff and administrators are listed for them alone', () => {
  const hrefs = (viewer: Parameters<typeof pagesFor>[0]) => pagesFor(viewer).map(({ href }) => href)
  expect(hrefs(visitor)).toContain('/moderation')
  for (const href of ['/muted', '/spotlights', '/admin/health']) expect(hrefs(visitor)).not.toContain(href)
  expect(hrefs(moderator)).toEqual(expect.arrayContaining(['/muted', '/spotlights']))
  expect(hrefs(moderator)).not.toContain('/admin/health')
  expect(hrefs(admin)).toContain('/admin/health')
})
