import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { setUnreadCount } from '../blocks/bell/unread-count.ts'
import { asMember, asVisitor, mia } from '../testing/device.ts'
import { expectAccessible, focused, press, show } from '../testing/dom.tsx'
import { BottomBar, SiteMenu } from './navigation.tsx'
import './routes.ts'

const phone = [320, 640] as const
const menu = page.getByRole('button', { name: 'Menu' })
const sheet = page.getByRole('navigation', { name: 'Site' })
const link = (name: string) => sheet.getByRole('link', { name, exact: true })

beforeEach(() => page.viewport(...phone))
afterEach(async () => {
  setUnreadCount(0)
  delete document.documentElement.dataset['theme']
  await page.viewport(1280, 900)
})

const shell = (pathname: string = links.front(), isBeside = true) =>
  show(
    <>
      <SiteMenu pathname={pathname} isBeside={isBeside} />
      <BottomBar pathname={pathname} />
    </>,
  )

const words = () => [...document.querySelectorAll('.bottom > *')].map((place) => place.textContent)

test.each(['visitor', 'member'])('the bottom bar has the same five places for a %s', async (who) => {
  if (who === 'member') asMember()
  else asVisitor()
  await shell()
  await expect.element(menu).toBeVisible()
  expect(words()).toEqual(['Home', 'Search', 'Write', 'Notifications', 'Menu'])
})

test('the bottom bar says where one is', async () => {
  await shell(links.notices())
  await expect.element(page.getByRole('link', { name: 'Notifications' })).toHaveAttribute('aria-current', 'page')
  expect(document.querySelectorAll('.bottom [aria-current]')).toHaveLength(1)
})

test.each([
  [17, '17 new'],
  [250, '99+ new'],
])('the bottom bar says %i new notifications as “%s”', async (count, said) => {
  await shell()
  setUnreadCount(count)
  await expect.element(page.getByRole('link', { name: `${said} Notifications` })).toBeVisible()
})

test('every place of the bottom bar is a finger wide and its words fit at 320 px', async () => {
  await shell()
  await expect.element(menu).toBeVisible()
  const places = [...document.querySelectorAll<HTMLElement>('.bottom > *')]
  expect(places.filter(({ offsetWidth, offsetHeight }) => offsetWidth < 44 || offsetHeight < 44)).toEqual([])
  expect(places.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
})

test('the menu opens a sheet above the bar, which stays in sight and closes it', async () => {
  await shell()
  await expect.element(sheet).not.toBeInTheDocument()
  await menu.click()
  await expect.element(link('Wiki & tags')).toBeVisible()
  const bottomOfSheet = document.querySelector('#site')?.getBoundingClientRect().bottom ?? 0
  expect(bottomOfSheet).toBeLessThanOrEqual((document.querySelector('.bottom')?.getBoundingClientRect().top ?? 0) + 1)
  await menu.click()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('by keyboard Enter opens the menu, Tab goes into it, Escape closes it and gives the focus back', async () => {
  await shell()
  document.querySelector<HTMLElement>('.bottom button')?.focus()
  await press('{Enter}', '{Tab}')
  expect(focused()).toBe('Home')
  await press('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(focused()).toBe('Menu')
})

test('a link of the sheet closes it', async () => {
  await shell()
  await menu.click()
  // The page that it leads to is not the test's.
  document.querySelector('#site')?.addEventListener('click', (event) => event.preventDefault())
  await link('Questions').click()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('a visitor’s sheet has the sections and the settings, and nothing of a member’s', async () => {
  asVisitor()
  await shell()
  await menu.click()
  for (const name of ['All posts', 'Library', 'Questions', 'Offline storage', 'Reading settings', 'About', 'RSS'])
    await expect.element(link(name)).toBeVisible()
  for (const name of ['Drafts', 'Account', 'Spotlights']) expect(link(name).query()).toBeNull()
})

test('a member’s sheet has their own places and the way out', async () => {
  asMember()
  await shell()
  await menu.click()
  for (const name of ['Drafts', 'Bookmarks & history', 'Outbox', 'Profile', 'Account']) await expect.element(link(name)).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(link('Spotlights').query()).toBeNull()
})

test('a moderator finds the spotlights in it, an administrator the administration too', async () => {
  asMember({ ...mia, viewer: member(idOf(8), { groups: ['moderators'] }) })
  await shell()
  await menu.click()
  await expect.element(link('Spotlights')).toBeVisible()
  expect(link('Administration').query()).toBeNull()
  asMember({ ...mia, viewer: member(idOf(9), { isAdmin: true }) })
  await expect.element(link('Administration')).toBeVisible()
})

test('at a desk the sections stand in the page, and there is no bar', async () => {
  await page.viewport(1280, 900)
  await shell()
  await expect.element(link('All posts')).toBeVisible()
  expect(menu.query()).toBeNull()
})

test('the bar gives its room to a field while the keyboard is up', async () => {
  await page.viewport(390, 400)
  const { container } = await show(
    <>
      <textarea aria-label="Comment" />
      <BottomBar pathname="/" />
    </>,
  )
  container.id = 'app'
  await expect.element(menu).toBeVisible()
  await page.getByLabelText('Comment').click()
  await expect.element(menu).not.toBeInTheDocument()
  await page.viewport(390, 844)
  await expect.element(menu).toBeVisible()
})

test.each(['light', 'dark'])('bar and sheet are accessible in %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme
  asMember({ ...mia, viewer: member(idOf(9), { isAdmin: true }) })
  await shell()
  setUnreadCount(3)
  await menu.click()
  await expect.element(link('Administration')).toBeVisible()
  await expectAccessible()
})
