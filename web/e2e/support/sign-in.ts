/** Nothing of vitest's: the setup of a run signs in by this too. */
import type { Cookie, Page } from 'playwright-core'

/** The cookies of somebody who has signed in. */
export type Session = readonly Cookie[]

/**
 * Whose devices are complete when a test begins (snapshots.ts). Making one costs what four tests
 * save by it.
 */
export const snapshotReaders = ['lina', 'visitor'] as const

/** Members of the example community who have a session when a test begins. */
export const signedInMembers = ['marit', 'teo', 'yusuf', 'lina', 'ines', 'oskar', 'wim'] as const

/** As anybody does it, with a script or without. */
export async function signInByForm(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=login]').fill(userName)
  await page.locator('form[action$="accounts.signIn"] input[name=password]').fill(password)
  await page.locator('form[action$="accounts.signIn"] button').click()
  await page.waitForURL((url) => url.pathname === '/')
}
