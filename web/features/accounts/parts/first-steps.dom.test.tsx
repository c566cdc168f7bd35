import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf, member } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { rememberMe } from '../../../data/viewer.ts'
import { asMember, asVisitor, mia } from '../../../testing/device.ts'
import { drawn, expectAccessible, press, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import WelcomePage from '../pages/welcome-page.tsx'
import FirstSteps from '../shows/first-steps.tsx'
import { PictureForm } from './picture-form.tsx'

startKeeping()
beforeEach(() => asVisitor())

const profile = { displayName: 'Mia', bio: '', nameOpensAt: null, picture: null, canSetPicture: true }
const given = {
  ...{ name: 'Mia', email: 'mia@mail.test', hasDevInbox: false, returnTo: '/drafts', step: 'profile', profile },
  ...{ suggestions: [] as readonly object[], notices: null as object | null },
}
const suggestions = [
  { kind: 'tag', targetId: 'tides', name: 'Tides', href: '/w/tides', isFollowed: false },
  { kind: 'member', targetId: idOf(9), name: 'Bea', href: '/users/bea', isFollowed: true },
]
const notices = { ownPosts: true, ownComments: true, curated: false, emails: true }

test.each([
  ['profile', given, 'Save and continue'],
  ['follow', { ...given, step: 'follow', profile: null, suggestions }, 'Continue'],
  ['notify', { ...given, step: 'notify', profile: null, notices }, 'Save and finish'],
] as const)('the step %s is accessible on a phone, says where one is, and can be skipped', async (_step, answer, button) => {
  await page.viewport(320, 640)
  asMember(mia)
  await show(<WelcomePage />, { at: '/welcome', page: answer })
  await expectAccessible()
  await expect.element(page.getByRole('button', { name: button, exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Skip setup' })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'First steps' })).toBeVisible()
  expect(document.querySelectorAll('[aria-current=step]')).toHaveLength(1)
  await page.viewport(1280, 900)
})

test('without a network what was typed into the first step is kept, and is back after a reload', async () => {
  asMember(mia)
  network.isOffline = true
  const shown = await show(<WelcomePage />, { at: '/welcome', page: given })
  await page.getByRole('textbox', { name: 'Bio' }).fill('Reads tides.')
  await expect.poll(() => keptAt('first-profile')).toMatchObject({ values: { bio: 'Reads tides.' } })
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect.element(page.getByText(/You’re offline, so it wasn’t sent/u)).toBeVisible()
  await shown.unmount()
  await show(<WelcomePage />, { at: '/welcome', page: given })
  await expect.element(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Reads tides.')
  network.isOffline = false
})

test('what is followed says so, and without a network nothing is changed', async () => {
  asMember(mia)
  await show(<WelcomePage />, { at: '/welcome', page: { ...given, step: 'follow', profile: null, suggestions } })
  await expect.element(page.getByRole('button', { name: /^Following ?: Bea/u })).toHaveAttribute('aria-pressed', 'true')
  network.isOffline = true
  await page.getByRole('button', { name: /^Follow ?: Tides/u }).click()
  await expect.element(page.getByText('You’re offline, so nothing was changed.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Follow ?: Tides/u })).toHaveAttribute('aria-pressed', 'false')
  network.isOffline = false
})

test('a line leads a member back to the first steps, and nobody else', async () => {
  const link = page.getByRole('link', { name: 'Finish setting up your account' })
  const me = { viewer: member(idOf(1)), name: 'Ada', slug: 'ada', votes: [] }
  rememberMe({ ...me, hasFirstSteps: true })
  const shown = await show(<FirstSteps />)
  await expect.element(link).toHaveAttribute('href', '/welcome')
  await shown.unmount()
  rememberMe(me)
  await show(<FirstSteps />)
  await drawn()
  expect(link.query()).toBeNull()
})

const picture = { src: '/pictures/x', width: 1000, height: 600, crop: { x: 20, y: 0, width: 60 } }
const numbers = () => ['Left edge (%)', 'Top edge (%)', 'Width (%)'].map((label) => page.getByLabelText(label).element())
const typed = () => numbers().map((field) => (field instanceof HTMLInputElement ? field.value : ''))

test('the square of a picture is moved and sized by keyboard, within its picture, and is removed by two presses', async () => {
  asMember(mia)
  await show(<PictureForm memberId={idOf(1)} picture={picture} canSet />)
  await expectAccessible()
  const frame = page.getByRole('application', { name: /Part of the picture/u }).element() as SVGSVGElement
  frame.focus()
  await press('{ArrowRight}', '{ArrowRight}', '-', '-')
  await expect.poll(typed).toEqual(['22', '0', '58'])
  const inside = frame.querySelector('.inside')
  expect(inside?.getAttribute('width')).toBe(inside?.getAttribute('height'))
  await page.getByText('Remove picture').click()
  await expect.element(page.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
})
