/** Every kind of page, in every theme and size: no finding of axe, nothing to be scrolled sideways, no control upon another. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desk, phone, test } from './support/browser.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import type { Places } from './support/places.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Pictures of every page are laid there when somebody wants to look at them. */
const screenshots = process.env['SCREENSHOTS']

const forAll = ({ longest, essay, german, arabic, permalink }: Places) =>
  ({
    front: '/',
    latest: '/?sort=latest',
    curated: '/curated',
    allPosts: '/allPosts',
    allTime: '/allPosts?timeframe=allTime',
    essay,
    longest,
    german,
    arabic,
    permalink,
    user: '/users/marit-solberg',
    about: '/about',
    settings: '/settings',
    signIn: '/login',
    signUp: '/login?mode=signUp',
    reset: '/login?mode=reset',
    emailToken: '/emailToken/none',
    resetPassword: '/resetPassword/none',
    notFound: '/no-such-page',
    banNotice: '/banNotice',
    shell: '/shell',
    devInbox: '/dev/inbox',
  }) as const
const forMembers = ({ essay, commentId }: Places) =>
  ({
    newPost: '/newPost',
    drafts: '/drafts',
    account: '/account',
    profile: '/account?tab=profile',
    sessions: '/account?tab=sessions',
    resend: '/resendVerificationEmail',
    logout: '/logout',
    notMine: `/editComment?commentId=${commentId}`,
    vote: `/vote?target=${commentId}`,
    essayAsMember: essay,
  }) as const

test('pages for everybody', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 404/u)
  const findings: string[] = []
  for (const [name, path] of Object.entries(forAll(await placesOf(site)))) findings.push(...(await look(page, name, path)))
  expect(findings).toEqual([])
}, 240_000)

test('pages for members', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[34]/u)
  await signIn(page, 'lina')
  const findings: string[] = []
  for (const [name, path] of Object.entries(forMembers(await placesOf(site)))) findings.push(...(await look(page, name, path)))
  // A moderator's tools on a post, and a draft.
  await page.goto('/newPost')
  await page.locator('input[name=title]').fill('A draft to look at')
  await page.locator('textarea[name=markdown]').fill('Some words.\n\n## A heading\n\nMore of them.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/editPost/u)
  const draft = new URL(page.url())
  findings.push(...(await look(page, 'editPost', draft.pathname + draft.search)))
  findings.push(...(await look(page, 'draftAsRead', `/posts/${draft.searchParams.get('postId') ?? ''}`)))
  expect(findings).toEqual([])
}, 240_000)

const states = [
  { name: 'light desk', theme: 'light', viewport: desk, rules: 'all' },
  { name: 'light phone', theme: 'light', viewport: phone, rules: 'all' },
  { name: 'dark phone', theme: 'dark', viewport: phone, rules: 'colour' },
  { name: 'dark desk', theme: 'dark', viewport: desk, rules: 'colour' },
  { name: 'sepia desk', theme: 'sepia', viewport: desk, rules: 'colour' },
] as const

/** Twice the size of text: by the browser's own setting, which widths in `em` follow, and by the root's alone. */
const largeText = [
  { name: 'text 200 percent desk', viewport: { width: 1280, height: 800 }, by: 'browser' },
  { name: 'text 200 percent phone', viewport: phone, by: 'browser' },
  { name: 'root 200 percent desk', viewport: { width: 1280, height: 800 }, by: 'root' },
  { name: 'root 200 percent phone', viewport: phone, by: 'root' },
] as const

async function setTextSize(page: Page, by: 'browser' | 'root', times: 1 | 2): Promise<void> {
  if (by === 'root') return page.evaluate((size) => void (document.documentElement.style.fontSize = size), times === 1 ? '' : '200%')
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await session.detach()
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, 16 * times)
}

/** @returns what is wrong, one line each. */
async function look(page: Page, name: string, path: string): Promise<readonly string[]> {
  const findings: string[] = []
  await page.setViewportSize(desk)
  await page.goto(path)
  if (name !== 'devInbox') await alive(page)
  await page.evaluate(axe)
  // What is far below is not laid out until it comes near, and cannot be judged before.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const state of states) {
    // Hundreds of comments are alike: twice is enough.
    if (name === 'longest' && state.rules !== 'all') continue
    await page.setViewportSize(state.viewport)
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), state.theme)
    if (name !== 'longest' || state.name === 'light phone')
      findings.push(...(await axeFindings(page, state.rules)).map((finding) => `${name}, ${state.name}: ${finding}`))
    findings.push(...(await layoutFindings(page)).map((finding) => `${name}, ${state.name}: ${finding}`))
    if (screenshots !== undefined && state.theme !== 'sepia') await shoot(page, `${name}-${state.name.replace(' ', '-')}`)
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'))
  await page.setViewportSize({ width: 320, height: 640 })
  findings.push(...(await layoutFindings(page)).map((finding) => `${name}, 320 px: ${finding}`))
  if (screenshots !== undefined) await shoot(page, `${name}-narrow`)
  for (const size of largeText) {
    await page.setViewportSize(size.viewport)
    await setTextSize(page, size.by, 2)
    findings.push(...(await layoutFindings(page)).map((finding) => `${name}, ${size.name}: ${finding}`))
    if (screenshots !== undefined) await shoot(page, `${name}-${size.name.replaceAll(' ', '-')}`)
    await setTextSize(page, size.by, 1)
  }
  await page.emulateMedia({ forcedColors: 'active' })
  if (name !== 'longest') findings.push(...(await axeFindings(page, 'colour')).map((finding) => `${name}, forced colours: ${finding}`))
  await page.emulateMedia({ forcedColors: 'none' })
  return findings
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
    for (const label of document.querySelectorAll('.bottom a'))
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
