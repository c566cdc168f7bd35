/**
 * The whole life of a post by keyboard alone: every stop can be seen, nothing holds the focus, what
 * opens gives it back.
 */
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openSheet, textOf } from './support/editor-panel.ts'
import { allSent } from './support/device.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-page.ts'

test('sign in, write, publish, comment, vote, sign out; then every stop on a post can be seen, and the focus comes round', async ({
  site,
}) => {
  const { page } = await site.newReader()
  await page.goto('/')
  await alive(page)
  await page.keyboard.press('Tab')
  expect(await named(page)).toMatch(/skip/iu)
  await tabTo(page, /^Sign in$/u)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/login/u)
  await alive(page)
  await tabTo(page, /username|email/iu)
  await page.keyboard.type('lina')
  await tabTo(page, /^Password/u)
  await page.keyboard.type(inject('examplePassword'))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await alive(page)
  await tabTo(page, /^New post$/u)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/newPost/u)
  await alive(page)
  await textOf(page).waitFor()
  await tabTo(page, /^Title/u)
  await page.keyboard.type('By keys alone')
  await page.keyboard.press('Enter')
  await page.keyboard.type('One paragraph.')
  expect(await named(page)).toBe('Text')
  // To the tools, along them, and back.
  await page.keyboard.press('Alt+F10')
  const tool = await named(page)
  expect(tool).not.toBe('Text')
  await page.keyboard.press('ArrowRight')
  expect(await named(page)).not.toBe(tool)
  await page.keyboard.press('Escape')
  await expect.poll(() => named(page)).toBe('Text')
  await page.keyboard.type(' And more.')
  await page.keyboard.press('Escape')
  await tabTo(page, /^Publish$/u)
  await page.keyboard.press('Enter')
  await openSheet(page).locator('.write-acts .primary:not([aria-disabled])').waitFor()
  await tabTo(page, /^Publish$/u)
  await page.keyboard.press('Enter')
  await page.waitForURL(/by-keys-alone/u)
  await page.locator('#text p', { hasText: /^One paragraph\. And more\.$/u }).waitFor()
  await alive(page)
  await tabTo(page, /comment/iu, isTextField)
  await page.keyboard.type('And an inline comment of my own.')
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-comment]', { hasText: 'And an inline comment of my own.' }).waitFor()
  // What is still on its way would be asked about at the end.
  await allSent(page)
  await page.keyboard.press('Shift+Tab')
  await menuReturnsFocus(page, /your account/iu)
  await tabTo(page, /your account/iu)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Sign out$/u)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

  const { essay } = await placesOf(site)
  await page.goto(essay)
  await alive(page)
  const unseen: string[] = []
  const seen = new Set<string>()
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await focus(page)
    if (stop === null) break
    seen.add(stop.name)
    if (!stop.isMarked) unseen.push(`not marked: ${stop.html}`)
    if (!stop.isInView) unseen.push(`covered or out of view: ${stop.html}`)
  }
  expect(unseen).toEqual([])
  expect(seen.size).toBeGreaterThan(25)
})

async function menuReturnsFocus(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await named(page)).toMatch(name)
}

async function tabTo(page: Page, name: RegExp, isWanted: (stop: Stop) => boolean = () => true): Promise<void> {
  for (let stops = 0; stops < 200; stops += 1) {
    const stop = await focus(page)
    if (stop !== null && name.test(stop.name) && isWanted(stop)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard never comes to ${String(name)} on ${page.url()}`)
}

/** The plain field, or the editor that takes its place as soon as it has the focus. */
const isTextField = (stop: Stop): boolean => stop.isTextField

async function named(page: Page): Promise<string> {
  return (await focus(page))?.name ?? ''
}

interface Stop {
  readonly name: string
  readonly isTextField: boolean
  readonly html: string
  /** It looks otherwise with the focus than without: an outline, a shadow, a border. */
  readonly isMarked: boolean
  /** Its middle is in the window and nothing lies over it. */
  readonly isInView: boolean
}

function focus(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : null
    const style = getComputedStyle(element)
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return {
      name: (
        element.getAttribute('aria-label') ??
        label ??
        (/^(A|BUTTON|SUMMARY)$/u.test(element.tagName) ? element.textContent : '')
      ).trim(),
      isTextField: element.matches('textarea, [contenteditable="true"]'),
      html: element.outerHTML.slice(0, 140),
      isMarked: (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
      isInView: on !== null && (element.contains(on) || on.contains(element)),
    }
  })
}
