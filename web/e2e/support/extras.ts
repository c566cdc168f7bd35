import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Site } from './browser.ts'
import { alive, placesOf } from './places.ts'

/**
 * How a browser does without: the thing is not there, throws when it is touched, or never answers.
 */
export const hows = ['missing', 'refused', 'silent'] as const
type How = (typeof hows)[number]

/** What may be lacking, and where it is. */
const owners = {
  localStorage: 'window',
  sessionStorage: 'window',
  indexedDB: 'window',
  caches: 'window',
  Worker: 'window',
  BroadcastChannel: 'window',
  IntersectionObserver: 'window',
  ResizeObserver: 'window',
  MutationObserver: 'window',
  locks: 'navigator',
  serviceWorker: 'navigator',
  storage: 'navigator',
} as const
type Extra = keyof typeof owners
export const extras = Object.keys(owners) as readonly Extra[]

/** From now on the pages of this reader do without. */
export async function takeAway(page: Page, names: readonly Extra[], how: How): Promise<void> {
  await page.addInitScript(
    ({ taken, as }) => {
      // Answers every call with a promise that nothing settles and a request that nobody hears;
      // made anew, it does nothing.
      const never = () => Object.assign(new Promise(() => {}), { addEventListener() {}, removeEventListener() {} })
      const silent: object = new Proxy(class {}, {
        get: (target, key) => (key === 'prototype' ? target.prototype : key === 'ready' ? never() : key === 'controller' ? null : never),
        construct: () => new Proxy({}, { get: () => () => undefined }),
      })
      const value = () => {
        if (as === 'refused') throw new DOMException('refused', 'SecurityError')
        return as === 'silent' ? silent : undefined
      }
      for (const { name, owner } of taken)
        Object.defineProperty(owner === 'window' ? globalThis : navigator, name, { get: value, set: () => {}, configurable: true })
    },
    { taken: names.map((name) => ({ name, owner: owners[name] })), as: how },
  )
}

/** A page without these is read, is alive, and leads on. */
export async function readsWithout(site: Site, names: readonly Extra[], how: How): Promise<void> {
  const { essay } = await placesOf(site)
  const { page, expectProblems, close } = await site.newReader()
  // That it is refused may be reported; nothing else may come of it.
  expectProblems(/./u)
  const failures: string[] = []
  page.on('pageerror', (error) => {
    if (error.message !== 'refused') failures.push(error.stack ?? String(error))
  })
  await takeAway(page, names, how)
  await page.goto(essay)
  await alive(page)
  const text = page.locator('.essay').first()
  expect(await text.innerText(), `the text without ${names.join()}, ${how}`).toMatch(/\w{3}/u)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await page.locator('.row-title').first().waitFor()
  expect(await page.getByText('stopped working').count()).toBe(0)
  expect(failures, `without ${names.join()}, ${how}`).toEqual([])
  await close()
}
