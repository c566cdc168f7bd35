/**
 * Every address of what lasts (wiki, tags, sequences, collections, books, best of the year,
 * glossary), for a member without a network: never a state that nobody thought of.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { visit } from './support/device.ts'
import { test } from './support/test-device.ts'

async function addressesOf(site: Site): Promise<readonly string[]> {
  const library = await (await fetch(`${site.origin}/library`)).text()
  const sequence = /href="(\/s\/[0-9a-z]{26})"/u.exec(library)?.[1] ?? ''
  const sequenceId = sequence.slice('/s/'.length)
  const contents = await (await fetch(`${site.origin}${sequence}`)).text()
  const postId = /\/p\/([0-9a-z]{26})/u.exec(contents)?.[1] ?? ''
  return [
    '/library',
    '/sequences',
    '/sequencesNew',
    '/rationality',
    '/rationality/the-slow-clock',
    '/codex',
    '/collections/nobody-made-this',
    '/editCollection',
    sequence,
    `${sequence}/p/${postId}`,
    `/g/${sequenceId}/p/${postId}`,
    `/editSequence?sequenceId=${sequenceId}`,
    '/books',
    '/books/1900',
    '/bestoflesswrong',
    '/bestoflesswrong/2025/all',
    '/wikitags/all',
    '/w/create',
    '/w/dashboard',
    '/w/measurement',
    '/w/measurement/discussion',
    '/w/measurement/history',
    '/w/measurement/edit',
    '/revisions/w/measurement',
    '/compare/w/measurement',
    '/w/nobody-made-this',
    '/wActivity',
    '/wFeed',
    '/arbital',
    `/postTags?postId=${postId}`,
    '/meta',
    '/spotlights',
    '/glossaryEditor',
    '/postsWithApprovedJargon',
  ]
}

test('a member without a network finds each address handled, visited before or not', async ({ site }) => {
  const reader = await site.newReader({ as: 'lina' })
  reader.expectProblems(/status of 40[134]/u)
  const addresses = await addressesOf(site)
  const findings: string[] = []
  // Every third was visited before.
  for (const path of addresses.filter((_, at) => at % 3 === 0)) {
    await visit(reader.page, `${site.origin}${path}`)
    findings.push(...(await unhandled(reader.page, path)))
  }
  await site.goOffline()
  for (const path of addresses) {
    await reader.page.goto(`${site.origin}${path}`)
    findings.push(...(await unhandled(reader.page, `${path}, without a network`)))
  }
  expect(findings).toEqual([])
})

/**
 * One heading and words below it, once it has settled; nothing that broke, and nothing that waits
 * for ever.
 */
async function unhandled(page: Page, path: string): Promise<readonly string[]> {
  const look = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')
      const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
      const words = main?.textContent.trim() ?? ''
      const isWaiting = main?.querySelector('[aria-busy=true]') !== null && main !== null
      const broke = /Something (?:went wrong|broke)|exception has occurred/u.exec(words)?.[0] ?? null
      return { headings, length: words.length, isWaiting, broke }
    })
  const isSettled = async () => {
    const { headings, length, isWaiting } = await look()
    return headings.length === 1 && headings[0] !== '' && length > 20 && !isWaiting
  }
  for (const end = Date.now() + 60_000; Date.now() < end && !(await isSettled());) await page.waitForTimeout(100)
  const { headings, length, isWaiting, broke } = await look()
  return [
    ...(page.url().startsWith('chrome-error') ? [`${path}: the browser’s own error`] : []),
    ...(headings.length === 1 ? [] : [`${path}: ${headings.length} headings`]),
    ...(length > 20 ? [] : [`${path}: empty`]),
    ...(isWaiting ? [`${path}: it waits for ever`] : []),
    ...(broke === null ? [] : [`${path}: ${broke}`]),
  ]
}
