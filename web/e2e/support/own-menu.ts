/** One's own places: at a desk the account's menu, on a phone the sheet of the bar's Menu. */
import type { Locator, Page } from 'playwright-core'

/** @returns what has opened. */
export async function openOwnMenu(page: Page): Promise<Locator> {
  const menu = page.locator('.bottom > button')
  await menu.waitFor({ state: 'attached' })
  if (await menu.isVisible()) {
    await menu.click()
    return page.locator('#site')
  }
  await page.locator('summary[aria-label*="your account"]').click()
  return page.locator('.menu-items').filter({ visible: true })
}

/** Presses "Sign out"; what has not been sent is asked about. */
export async function askToSignOut(page: Page): Promise<void> {
  await (await openOwnMenu(page)).getByRole('button', { name: 'Sign out' }).click()
}
