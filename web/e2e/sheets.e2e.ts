/**
 * A page that is only read names few style sheets (web/app/style-sheets.ts): those draw all of it.
 * The others may come whenever the app does, and change nothing of what is seen.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { placesOf } from './support/places.ts'
import { test } from './support/test-reading.ts'

const names = ['essay', 'lists', 'votes', 'discussion', 'rare', 'letters', 'more']

test('the sheets that a visitor’s page names draw all of it: with every other sheet each element looks the same', async ({ site }) => {
  const { essay, permalink, german, arabic } = await placesOf(site)
  const question = await questionOf(site.origin)
  for (const width of [390, 1_280]) {
    const { page, context, expectProblems } = await site.newReader({ viewport: { width, height: 900 } })
    // The scripts that are held back here.
    expectProblems(/^error: $|Failed to load|ERR_FAILED/u)
    const every = await everySheet(page, `${site.origin}/login`)
    expect(every).toHaveLength(names.length)
    await context.route(/\.js$/u, (route) => route.abort())
    const lists = ['/', '/allPosts?timeframe=allTime', '/w/measurement', '/w/knowing', '/users/marit', '/users/marit?tab=all', '/shell']
    for (const path of [...lists, essay, permalink, german, arabic, question]) {
      await page.goto(path)
      expect(await changedBy(page, every), `${width} ${path}`).toEqual([])
    }
  }
})

async function questionOf(origin: string): Promise<string> {
  const list = await (await fetch(`${origin}/questions`)).text()
  return /href="(\/posts\/[^"#?]+)"/u.exec(list)?.[1] ?? ''
}

/** A page with a form names all of them. */
async function everySheet(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url)
  const hrefs = await page.$$eval('head link[rel="stylesheet"]', (links) => links.map((link) => link.getAttribute('href') ?? ''))
  return hrefs.filter((href) => names.some((name) => href.startsWith(`/assets/${name}-`)))
}

/** Elements that look otherwise once all sheets are there, with the first thing that differs. */
function changedBy(page: Page, hrefs: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (all) => {
    const still = new CSSStyleSheet()
    still.replaceSync(`
      *, *::before, *::after { transition: none !important; animation: none !important; content-visibility: visible !important; }
    `)
    document.adoptedStyleSheets = [still]
    // What was out of sight asks for its faces now.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    await document.fonts.ready
    const elements = [...document.querySelectorAll('body, #app *')].filter((element) => element.closest('[data-sheet]') === null)
    const look = (element: Element, pseudo: string | null): string => {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== null && style.content === 'none') return ''
      return [...style].map((name) => (name.startsWith('--') ? '' : `${name}: ${style.getPropertyValue(name)}`)).join(';')
    }
    const looks = () => elements.flatMap((element) => [null, '::before', '::after'].map((pseudo) => look(element, pseudo)))
    const before = looks()
    await Promise.all(
      all.map(
        (href) =>
          new Promise((resolve, reject) => {
            const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: reject })
            document.head.append(link)
          }),
      ),
    )
    await document.fonts.ready
    const after = looks()
    const found = before.flatMap((was, n) => {
      const is = after[n] ?? ''
      if (was === is) return []
      const element = elements[Math.floor(n / 3)]
      const other = is.split(';').find((one, place) => one !== was.split(';')[place])
      return [`${element?.localName}.${element?.className} ${other}`]
    })
    return found.slice(0, 10)
  }, hrefs)
}
