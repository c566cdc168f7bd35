/**
 * How a page is looked at, by axe and by rulers of our own: once in `npm test`, and in every theme
 * and size where the project says `LOOKS=whole` (vitest.config.ts).
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { desktop, phone } from './browser.ts'
import { alive } from './places.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Pictures of every page are laid there when somebody wants to look at them. */
const screenshots = process.env['SCREENSHOTS']

const isWhole = process.env['LOOKS'] === 'whole'

const states = [
  { name: 'light desktop', theme: 'light', viewport: desktop, rules: 'all', isForAll: false },
  { name: 'light phone', theme: 'light', viewport: phone, rules: 'all', isForAll: true },
  { name: 'dark phone', theme: 'dark', viewport: phone, rules: 'colour', isForAll: false },
  { name: 'dark desktop', theme: 'dark', viewport: desktop, rules: 'colour', isForAll: true },
  { name: 'sepia desktop', theme: 'sepia', viewport: desktop, rules: 'colour', isForAll: false },
] as const

/**
 * Twice the size of text: by the browser's own setting, which widths in `em` follow, and by the
 * root's alone.
 */
const largeText = [
  { name: 'text 200 percent desktop', viewport: { width: 1280, height: 800 }, by: 'browser' },
  { name: 'text 200 percent phone', viewport: phone, by: 'browser' },
  { name: 'root 200 percent desktop', viewport: { width: 1280, height: 800 }, by: 'root' },
  { name: 'root 200 percent phone', viewport: phone, by: 'root' },
] as const

async function setTextSize(page: Page, session: CDPSession, by: 'browser' | 'root', times: 1 | 2): Promise<void> {
  if (by === 'root') return page.evaluate((size) => void (document.documentElement.style.fontSize = size), times === 1 ? '' : '200%')
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, 16 * times)
}

/** `brief`: another state of a kind of page that is looked at as a whole elsewhere. */
type How = 'whole' | 'brief'

/** Goes there and looks. @returns what is wrong, one line each. */
export async function look(page: Page, name: string, path: string, how: How = 'whole'): Promise<readonly string[]> {
  await page.setViewportSize(isWhole ? desktop : phone)
  await page.goto(path)
  if (name !== 'devInbox') await alive(page)
  return checkPage(page, name, how)
}

/** One page after the other, by its name. @returns what is wrong, one line each. */
export async function lookAtAll(page: Page, paths: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const findings: string[] = []
  for (const [name, path] of Object.entries(paths)) findings.push(...(await look(page, name, path)))
  return findings
}

/** The page as it stands. @returns what is wrong, one line each. */
export async function checkPage(page: Page, name: string, how: How = 'whole'): Promise<readonly string[]> {
  if (!isWhole) return glanceAtPage(page, name)
  const findings: string[] = []
  await page.setViewportSize(desktop)
  await page.evaluate(axe)
  await layOutAll(page)
  for (const state of states) {
    // Hundreds of comments are alike: twice is enough.
    if (name === 'longest' && state.rules !== 'all') continue
    if (how === 'brief' && !state.isForAll) continue
    await page.setViewportSize(state.viewport)
    // From the top: what is half under a bar is too small for a finger only until one scrolls.
    await page.evaluate((theme) => {
      document.documentElement.setAttribute('data-theme', theme)
      scrollTo(0, 0)
    }, state.theme)
    if (name !== 'longest' || state.name === 'light phone')
      findings.push(...(await axeFindings(page, state.rules)).map((finding) => `${name}, ${state.name}: ${finding}`))
    findings.push(...(await layoutFindings(page)).map((finding) => `${name}, ${state.name}: ${finding}`))
    if (screenshots !== undefined && state.theme !== 'sepia') await shoot(page, `${name}-${state.name.replace(' ', '-')}`)
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'))
  await page.setViewportSize({ width: 320, height: 640 })
  findings.push(...(await layoutFindings(page)).map((finding) => `${name}, 320 px: ${finding}`))
  if (screenshots !== undefined) await shoot(page, `${name}-narrow`)
  // Ends with the page: when it is detached, Chromium holds the page to be online again, whatever
  // another session has said.
  const session = await page.context().newCDPSession(page)
  for (const size of largeText) {
    await page.setViewportSize(size.viewport)
    await setTextSize(page, session, size.by, 2)
    findings.push(...(await layoutFindings(page)).map((finding) => `${name}, ${size.name}: ${finding}`))
    if (screenshots !== undefined) await shoot(page, `${name}-${size.name.replaceAll(' ', '-')}`)
    await setTextSize(page, session, size.by, 1)
  }
  await page.emulateMedia({ forcedColors: 'active' })
  if (name !== 'longest') findings.push(...(await axeFindings(page, 'colour')).map((finding) => `${name}, forced colours: ${finding}`))
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  findings.push(...(await motionFindings(page)).map((finding) => `${name}, reduced motion: ${finding}`))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize(desktop)
  return findings
}

/** What is far below is not laid out until it comes near, and cannot be judged before. */
function layOutAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

/**
 * Axe in one theme and size, contrast in the other theme too, and the rulers on a phone and a
 * narrow one.
 */
async function glanceAtPage(page: Page, name: string): Promise<readonly string[]> {
  const findings: string[] = []
  const note = (state: string, found: readonly string[]) => findings.push(...found.map((finding) => `${name}, ${state}: ${finding}`))
  const setTheme = (theme: string) => page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
  const before = page.viewportSize() ?? desktop
  await page.setViewportSize(phone)
  await page.evaluate(axe)
  await layOutAll(page)
  await page.evaluate(() => scrollTo(0, 0))
  await setTheme('light')
  note('light phone', await axeFindings(page, 'all'))
  note('phone', await layoutFindings(page))
  // Hundreds of comments are alike: once is enough.
  if (name !== 'longest') {
    await setTheme('dark')
    note('dark phone', await axeFindings(page, 'colour'))
    await setTheme('light')
    await page.setViewportSize({ width: 320, height: 640 })
    note('320 px', await layoutFindings(page))
  }
  await page.setViewportSize(before)
  return findings
}

/** What would still move, or glide, for somebody who asked for stillness. */
function motionFindings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seconds = (list: string): number =>
      Math.max(0, ...list.split(',').map((each) => Number.parseFloat(each) * (each.includes('ms') ? 0.001 : 1)))
    const moving = [...document.querySelectorAll('*')].filter((each) => {
      const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(each)
      const isAnimated = animationName !== 'none' && seconds(animationDuration) > 0.01
      return isAnimated || seconds(transitionDuration) > 0.01 || scrollBehavior === 'smooth'
    })
    return moving.slice(0, 2).map((each) => `moves: ${each.outerHTML.slice(0, 120)}`)
  })
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
  }[]
}

async function axeFindings(page: Page, rules: 'all' | 'colour'): Promise<readonly string[]> {
  const result = await page.evaluate(async (which) => {
    const { axe: run } = window as unknown as { readonly axe: { run(context: Document, options: object): Promise<AxeResult> } }
    const only =
      which === 'colour'
        ? ['color-contrast', 'link-in-text-block']
        : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    return run.run(document, {
      runOnly: { type: which === 'colour' ? 'rule' : 'tag', values: only },
      resultTypes: ['violations'],
      elementRef: false,
    })
  }, rules)
  return result.violations.map(
    ({ id, nodes }) =>
      `axe ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160) ?? ''} ${nodes[0]?.any[0]?.message.slice(0, 160) ?? ''}`,
  )
}

/** Sideways scrolling, controls that lie upon each other, and controls too small for a finger. */
function layoutFindings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const widest = [...document.querySelectorAll('body *')]
        .filter((each) => each.getBoundingClientRect().right > clientWidth + 1 && getComputedStyle(each).position !== 'fixed')
        .at(-1)
      found.push(`scrolls sideways by ${scrollWidth - clientWidth}: ${widest?.outerHTML.slice(0, 120) ?? ''}`)
    }
    for (const label of document.querySelectorAll('.bottom > *'))
      if (label.checkVisibility() && label.scrollWidth > label.clientWidth + 1) found.push(`wider than its place: ${label.textContent}`)
    const isFloating = (each: Element | null): boolean =>
      each !== null && (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position) || isFloating(each.parentElement))
    const controls = [...document.querySelectorAll('button, input, select, textarea, summary, a.btn')]
      .filter((each) => each.checkVisibility({ checkOpacity: true, visibilityProperty: true }) && !isFloating(each))
      .slice(0, 150)
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
    for (const [at, a] of controls.entries()) {
      for (const b of controls.slice(at + 1)) {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (wide > 2 && high > 2 && !a.each.contains(b.each) && !b.each.contains(a.each))
          found.push(`overlap: ${a.each.outerHTML.slice(0, 90)} and ${b.each.outerHTML.slice(0, 90)}`)
      }
    }
    return found.slice(0, 4)
  })
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`) })
}
