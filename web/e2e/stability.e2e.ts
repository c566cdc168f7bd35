/**
 * A page stands still: nothing moves while it arrives, and coming alive changes nothing of what is
 * read.
 */
import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { alive, bringApp, placesOf } from './support/places.ts'
import { test } from './support/test-reading.ts'

const most = 0.02

test('nothing shifts while fonts and scripts come late, on a phone and on a desktop; coming alive keeps the very elements that the server sent', async ({
  site,
}) => {
  const { longest } = await placesOf(site)
  for (const [name, viewport] of [
    ['phone', phone],
    ['desktop', desktop],
  ] as const) {
    for (const path of ['/', longest]) {
      const { page, context } = await site.newReader({ viewport })
      await context.route(/\.woff2/u, async (route) => {
        await after(1_200)
        await route.continue()
      })
      await page.addInitScript(() => {
        const sum = { shift: 0, moved: '' }
        Object.assign(window, { sum })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as {
            readonly value: number
            readonly sources: readonly { readonly node: Element | null }[]
          }[]) {
            sum.shift += entry.value
            sum.moved += ` ${entry.value.toFixed(4)}:${entry.sources.map(({ node }) => node?.className ?? node?.nodeName).join('|')}`
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          for (const body of document.querySelectorAll('#text, .c-body')) Object.assign(body, { isFirst: true })
        })
      })
      await page.goto(path)
      await alive(page)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const { shift, moved } = await page.evaluate(
        () => (window as unknown as { readonly sum: { readonly shift: number; readonly moved: string } }).sum,
      )
      expect(shift, `${name}:${moved}`).toBeLessThanOrEqual(most)
      if (path === '/') continue
      await bringApp(page)
      const kept = await page.evaluate(() => {
        const bodies = [...document.querySelectorAll('#text, .c-body')]
        return {
          all: bodies.length,
          kept: bodies.filter((body) => 'isFirst' in body).length,
          empty: bodies.filter((body) => body.textContent === '').length,
        }
      })
      expect(kept.all).toBeGreaterThan(300)
      expect(kept).toEqual({ all: kept.all, kept: kept.all, empty: 0 })
    }
  }
})

test('a page that something else has changed before it came alive keeps its texts', async ({ site }) => {
  const { longest } = await placesOf(site)
  const { page, expectProblems } = await site.newReader()
  expectProblems(/react error #418/iu)
  // As a translator or an extension does.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.replaceChildren('Changed')),
  )
  await page.goto(longest)
  await bringApp(page)
  await page.waitForFunction(() => [...document.querySelectorAll('#text, .c-body')].every((body) => body.textContent !== ''))
  await expect.poll(() => page.locator('#text').innerText()).toContain('clock')
})
