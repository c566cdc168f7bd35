/**
 * How the feedback dialog looks, and that every page of the product can be drawn for a screenshot.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addScreenshot, dialogOf, draw, openFeedback, sendButton } from './support/feedback.ts'
import { checkPage } from './support/looks.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { openNewEditor } from './support/editor-panel.ts'
import { test } from './support/test-page.ts'

test('the dialog and its picture in every theme and size', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await page.goto(essay)
  await alive(page)
  await openFeedback(page)
  await sendButton(page).click()
  await dialogOf(page).getByText('Please enter in').waitFor()
  const findings = [...(await checkPage(page, 'feedback', 'brief'))]
  await addScreenshot(page)
  await draw(page, 'Highlight', [0.2, 0.3], [0.6, 0.5])
  await draw(page, 'Hide', [0.05, 0.1], [0.15, 0.2])
  findings.push(...(await checkPage(page, 'feedback-picture')))
  expect(findings).toEqual([])
})

/**
 * The capture of a page as it stands, in each theme: by html2canvas, without a colour that had to
 * be translated for it.
 */
async function captures(page: Page, name: string): Promise<readonly string[]> {
  const findings: string[] = []
  await openFeedback(page)
  for (const theme of ['light', 'dark', 'sepia', 'contrast']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
    const { by, mended } = await addScreenshot(page)
    if (by !== 'page' || mended !== 0) findings.push(`${name}, ${theme}: drawn by ${by}, ${mended} colours translated`)
    await dialogOf(page).getByRole('button', { name: 'Remove screenshot' }).click()
  }
  await page.keyboard.press('Escape')
  return findings
}

test('every colour of every kind of page passes the capture as it is', async ({ site }) => {
  const { essay, permalink, arabic } = await placesOf(site)
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[34]/u)
  const findings: string[] = []
  const visit = async (name: string, path: string) => {
    await page.goto(path)
    await alive(page)
    findings.push(...(await captures(page, name)))
  }
  for (const [name, path] of Object.entries({ front: '/', essay, permalink, arabic, user: '/users/marit-solberg', settings: '/settings' }))
    await visit(name, path)
  for (const [name, path] of Object.entries({ signUp: '/login?mode=signUp', notFound: '/no-such-page', allPosts: '/allPosts' }))
    await visit(name, path)
  await signIn(page, 'lina')
  for (const [name, path] of Object.entries({ account: '/account', device: '/device', outbox: '/outbox', saved: '/bookmarks' }))
    await visit(name, path)
  await page.goto(essay)
  await alive(page)
  await page.locator('#comments .v-up').first().click()
  await page.locator('#comments .c-reply').first().click()
  findings.push(...(await captures(page, 'reply')))
  await openNewEditor(page)
  findings.push(...(await captures(page, 'desktop')))
  expect(findings).toEqual([])
})

test('a thread of hundreds of comments can be captured far down, and what was in the window is in the picture', async ({ site }) => {
  const { longest } = await placesOf(site)
  const { page } = await site.newReader()
  await page.goto(longest)
  await alive(page)
  const comment = page.locator('#comments article.c').nth(200)
  await comment.scrollIntoViewIfNeeded()
  await comment.evaluate((article) => {
    // A mark whose place is known: the picture has it where the window has it.
    const mark = document.createElement('p')
    Object.assign(mark.style, { background: '#c01020', height: '40px', width: '200px' })
    article.prepend(mark)
    article.scrollIntoView({ block: 'center' })
  })
  const box = await comment.locator('p').first().boundingBox()
  if (box === null) throw new Error('no mark')
  await openFeedback(page)
  expect(await addScreenshot(page)).toEqual({ by: 'page', mended: 0 })
  const colours = await page.locator('canvas.shot').evaluate((canvas: HTMLCanvasElement, at) => {
    const scale = canvas.width / innerWidth
    const read = (x: number, y: number) =>
      canvas
        .getContext('2d')
        ?.getImageData(x * scale, y * scale, 1, 1)
        .data.slice(0, 3)
        .join()
    return [read(at.x + 5, at.y + 5), read(at.x + at.width - 5, at.y + at.height - 5), read(at.x + 5, at.y - 5)]
  }, box)
  expect(colours.slice(0, 2)).toEqual(['192,16,32', '192,16,32'])
  expect(colours[2]).not.toBe('192,16,32')
})
