/**
 * What happens to a round that is over only after the next words: no network, no server, no room,
 * another hour, a slow machine.
 */
import type { Page } from 'playwright-core'
import type { BreakName } from './plan.ts'
import type { World } from './world.ts'
import { toolsOf } from './world.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface Lasting {
  end(): Promise<void>
}

type LastingName = Exclude<BreakName, 'reload' | 'tab-closed' | 'browser-killed' | 'second-tab' | 'restore' | 'sign-out'>

const slowness = 6

/** The server's clock stays wrong until the round is over. */
export const changesServer = (name: BreakName): boolean => name === 'clock-back'

export async function begin(name: LastingName, world: World, page: Page): Promise<Lasting> {
  switch (name) {
    case 'offline': {
      const { context } = world.browser
      await context.setOffline(true)
      return { end: () => context.setOffline(false) }
    }
    case 'server-killed':
      await world.killServer()
      return { end: () => world.startServer() }
    case 'clock-back':
      await world.startServer(-hourMs)
      return { end: async () => {} }
    case 'quota': {
      const tools = await toolsOf(page)
      await tools.send('Storage.overrideQuotaForOrigin', { origin: world.origin, quotaSize: 1 })
      return { end: async () => void (await tools.send('Storage.overrideQuotaForOrigin', { origin: world.origin })) }
    }
    case 'slow': {
      const tools = await toolsOf(page)
      await tools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
      return { end: async () => void (await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 })) }
    }
  }
}

/**
 * Asks to sign out, and takes it back when the page asks about what is unsent. @returns whether it
 * did; else the member is signed out.
 */
export async function askToSignOut(page: Page): Promise<boolean> {
  // A dialog of its own is closed, as a hand does it: what is typed in it is kept.
  if ((await page.locator('dialog.feedback[open]').count()) > 0) await page.keyboard.press('Escape')
  await page.locator('summary[aria-label*="your account"]').click()
  await page.locator('.menu-items').getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await question
    .or(page.getByRole('link', { name: 'Sign in' }))
    .first()
    .waitFor()
  if ((await question.count()) === 0) return false
  await question.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return true
}
