/**
 * A page that is only read names few style sheets (web/app/style-sheets.ts): those draw all of it.
 * The others may come whenever the app does, and change nothing of what is seen.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { placesOf } from './support/places.ts'
import { test } from './support/test-reading.ts'

const names = ['essay', 'lists', 'foot', 'discussion', 'rare', 'letters', 'more']

const sizes = [390, 1_280].map((width) => ({ width, height: 900 }))

test('the sheets that a visitor’s page names draw all of it: with every other sheet each element looks the same', async ({ site }) => {
  const { essay, permalink, german, arabic } = await placesOf(site)
  const question = await questionOf(site.origin)
  const { page, context, expectProblems } = await site.newReader()
  // The scripts that are held back here.
  expectProblems(/Failed to load|Failed to fetch dynamically imported module|ERR_FAILED/u)
  const every = await everySheet(page, `${site.origin}/login`)
  expect(every).toHaveLength(names.length)
  await context.route(/\.js$/u, (route) => route.abort())
  const lists = ['/', '/allPosts?timeframe=allTime', '/w/measurement', '/w/knowing', '/users/marit', '/users/marit?tab=all', '/shell']
  for (const path of [...lists, essay, permalink, german, arabic, question]) {
    await page.goto(path)
    expect(await changedAtSizes(page, every), path).toEqual([])
  }
  // The same look finds what a page lacks.
  await page.goto(essay)
  await page.locator('head link[href^="/assets/essay-"]').evaluateAll((links) => links.forEach((link) => link.remove()))
  expect(await changedAtSizes(page, every)).not.toEqual([])
})

async function changedAtSizes(page: Page, every: readonly string[]): Promise<readonly string[]> {
  const changed: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    changed.push(...(await changedBy(page, every)).map((what) => `${size.width}: ${what}`))
  }
  return changed
}

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

/**
 * Elements that look otherwise once all sheets are there, with the first thing that differs. The
 * sheets go again. Of those that a rule of a sheet may mean, and of what inherits from the page,
 * everything is compared; of the others where they stand, which is what faces and layers change.
 */
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

    const named = new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')))
    const others = all.filter((href) => !named.has(href))
    const elements = [...document.querySelectorAll('body, #app *')].filter((element) => element.closest('[data-sheet]') === null)
    const meant = new Set<Element>([document.body])
    const mean = (rules: CSSRuleList, parent: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          const selector = rule.selectorText.replaceAll('&', `:is(${parent})`)
          // A pseudo-element is looked at with the element that has it.
          const ofElements = selector.replaceAll(/(^|[\s>+~,(])?::[\w-]+(?:\([^()]*\))?/gu, (_, before?: string) =>
            before === undefined ? '' : `${before}*`,
          )
          const setsNames = [...rule.style].some((name) => name.startsWith('--'))
          for (const element of document.querySelectorAll(ofElements)) {
            meant.add(element)
            if (setsNames) for (const below of element.querySelectorAll('*')) meant.add(below)
          }
          mean(rule.cssRules, selector)
        }
        if (rule instanceof CSSGroupingRule) mean(rule.cssRules, parent)
      }
    }
    for (const href of others) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(await (await fetch(href)).text())
      mean(sheet.cssRules, ':root')
    }

    const look = (element: Element, pseudo: string | null): string => {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== null && style.content === 'none') return ''
      return style.cssText
    }
    const place = (element: Element): string => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, fontSize } = getComputedStyle(element)
      return `x: ${x};y: ${y};width: ${width};height: ${height};color: ${color};font-size: ${fontSize}`
    }
    const looks = () =>
      elements.map((element) =>
        meant.has(element) ? [null, '::before', '::after'].map((pseudo) => look(element, pseudo)).join(';') : place(element),
      )
    const before = looks()
    const links = await Promise.all(
      others.map(
        (href) =>
          new Promise<Element>((resolve, reject) => {
            const link = document.createElement('link')
            Object.assign(link, { rel: 'stylesheet', href, onload: () => resolve(link), onerror: reject })
            document.head.append(link)
          }),
      ),
    )
    await document.fonts.ready
    const after = looks()
    for (const link of links) link.remove()
    return before
      .flatMap((was, n) => {
        const is = after[n] ?? ''
        if (was === is) return []
        const other = is.split(';').find((one, at) => one !== was.split(';')[at])
        return [`${elements[n]?.localName}.${elements[n]?.className} ${other}`]
      })
      .slice(0, 10)
  }, hrefs)
}
