import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '#shared/testing/factories.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { asVisitor } from '../../../testing/device.ts'
import { show } from '../../../testing/dom.tsx'
import { ProfileForm } from './profile-form.tsx'

startKeeping()
beforeEach(() => asVisitor())

test('what was typed into one’s own profile is back after a reload', async () => {
  const own = {
    ...{ userId: idOf(7), userName: 'lina', displayName: 'Lina', slug: 'lina', bio: 'Reads tides.' },
    ...{ email: 'lina@mail.test', emailVerifiedAt: null, karma: 0, sessions: [] },
  }
  const bio = page.getByRole('textbox', { name: 'Bio' })
  const shown = await show(<ProfileForm own={own} nameOpensAt={null} />)
  await bio.fill('Reads tides, and writes of them.')
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { bio: 'Reads tides, and writes of them.' } })
  await shown.unmount()
  await show(<ProfileForm own={own} nameOpensAt={null} />)
  await expect.element(bio).toHaveValue('Reads tides, and writes of them.')
  await expect.element(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Lina')
})
