import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf, member } from '#shared/testing/factories.ts'
import { asMember, asVisitor, mia } from '../testing/device.ts'
import { expectAccessible, show } from '../testing/dom.tsx'
import './routes.ts'
import { TopBar } from './top-bar.tsx'

beforeEach(() => page.viewport(1280, 900))

const placeOfSearch = () => document.querySelector('.top-find')?.getBoundingClientRect().left
const account = page.getByLabelText(/your account/u)
const link = (name: string) => page.getByRole('link', { name, exact: true })

test('where a member signs in, no sign-in is offered before it is known who is here', async () => {
  document.documentElement.dataset['js'] = '1'
  onTestFinished(() => {
    delete document.documentElement.dataset['js']
  })
  await show(<TopBar />)
  const isSeen = () => document.querySelector('.top-acts > [href^="/login"]')?.checkVisibility({ visibilityProperty: true })
  expect(isSeen()).toBe(false)
  asVisitor()
  await expect.poll(isSeen).toBe(true)
})

test('the search begins at the same place for a guest and for a member', async () => {
  asVisitor()
  await show(<TopBar />)
  await expect.element(link('Sign in')).toBeVisible()
  const before = placeOfSearch()
  asMember()
  await expect.element(account).toBeVisible()
  expect(before).toBeGreaterThan(0)
  expect(placeOfSearch()).toBe(before)
})

test('a moderator and an administrator find their pages in the account menu, a member does not', async () => {
  asMember()
  await show(<TopBar />)
  await account.click()
  await expect.element(link('Drafts')).toBeVisible()
  expect(link('Spotlights').query()).toBeNull()
  asMember({ ...mia, viewer: member(idOf(41), { groups: ['moderators'] }) })
  await expect.element(link('Spotlights')).toBeVisible()
  expect(link('Administration').query()).toBeNull()
  asMember({ ...mia, viewer: member(idOf(42), { isAdmin: true }) })
  for (const name of ['Administration', 'Feedback inbox', 'Errors', 'Health']) await expect.element(link(name)).toBeVisible()
  await expectAccessible()
})

test('a member whose account is suspended finds until when and why, and no sign-in that would be refused', async () => {
  asMember({ viewer: { kind: 'visitor', bannedUntil: Date.UTC(2027, 0, 1) }, name: null, slug: 'mia', votes: [] })
  await show(<TopBar />)
  await expect.element(link('Suspended')).toHaveAttribute('href', '/banNotice?user=mia')
  expect(link('Sign in').query()).toBeNull()
})

test('on a phone search, notifications and account are the bottom bar’s', async () => {
  await page.viewport(320, 640)
  asMember()
  await show(<TopBar />)
  await expect.element(page.getByRole('link', { name: /Test site/u })).toBeVisible()
  await expect.element(account).not.toBeVisible()
  expect(document.querySelector('.top-find')?.checkVisibility()).toBe(false)
})
