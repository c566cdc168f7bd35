/** Every address of what lasts (wiki, tags, sequences, collections, books, best of the year, glossary), for each role, with a network and without one: never a state that nobody thought of. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

/** What an address answers to a visitor, a member, a moderator and an administrator. One number: to all of them. */
type Answers = number | readonly [visitor: number, member: number, moderator: number, admin: number]

const roles = [
  ['a visitor', null],
  ['a member', 'lina'],
  ['a moderator', 'teo'],
  ['an administrator', 'marit'],
] as const

const forMembers = [401, 200, 200, 200] as const

async function addressesOf(site: Site): Promise<readonly (readonly [path: string, answers: Answers])[]> {
  const library = await (await fetch(`${site.origin}/library`)).text()
  const sequence = /href="(\/s\/[0-9a-z]{26})"/u.exec(library)?.[1] ?? ''
  const sequenceId = sequence.slice('/s/'.length)
  const contents = await (await fetch(`${site.origin}${sequence}`)).text()
  const postId = /\/p\/([0-9a-z]{26})/u.exec(contents)?.[1] ?? ''
  return [
    ['/library', 200],
    ['/sequences', 200],
    ['/sequencesNew', forMembers],
    ['/rationality', 200],
    ['/rationality/the-slow-clock', 200],
    ['/codex', 200],
    ['/collections/nobody-made-this', 404],
    ['/editCollection', [401, 403, 403, 200]],
    [sequence, 200],
    [`${sequence}/p/${postId}`, 200],
    [`/g/${sequenceId}/p/${postId}`, 200],
    [`/editSequence?sequenceId=${sequenceId}`, [401, 403, 200, 200]],
    ['/books', 200],
    ['/books/1900', 404],
    ['/bestoflesswrong', 200],
    ['/bestoflesswrong/2025/all', 200],
    ['/wikitags/all', 200],
    ['/w/create', forMembers],
    ['/w/dashboard', 200],
    ['/w/measurement', 200],
    ['/w/measurement/discussion', 200],
    ['/w/measurement/history', 200],
    ['/w/measurement/edit', forMembers],
    ['/revisions/w/measurement', 200],
    ['/compare/w/measurement', 200],
    ['/w/nobody-made-this', 404],
    ['/wActivity', 200],
    ['/wFeed', 200],
    ['/arbital', 200],
    [`/postTags?postId=${postId}`, 200],
    ['/meta', 200],
    ['/spotlights', [401, 403, 200, 200]],
    ['/glossaryEditor', forMembers],
    ['/postsWithApprovedJargon', 200],
  ]
}

for (const [at, [who, userName]] of roles.entries()) {
  test(`${who} finds each address handled, with a network and without one`, async ({ site }) => {
    const reader = await site.newReader()
    reader.expectProblems(/status of 40[134]/u)
    if (userName !== null) await signIn(reader.page, userName)
    const addresses = await addressesOf(site)
    const findings: string[] = []
    for (const [path, answers] of addresses) {
      const answered = await reader.page.goto(`${site.origin}${path}`)
      const status = typeof answers === 'number' ? answers : answers[at]
      if (answered?.status() !== status) findings.push(`${path}: ${answered?.status()} in place of ${status}`)
      await alive(reader.page)
      findings.push(...(await unhandled(reader.page, path)))
    }
    await reader.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await site.goOffline()
    for (const [path] of addresses) {
      await reader.page.goto(`${site.origin}${path}`)
      findings.push(...(await unhandled(reader.page, `${path}, without a network`)))
    }
    expect(findings).toEqual([])
  })
}

/** One heading and words below it, once it has settled; nothing that broke, and nothing that waits for ever. */
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
  for (const end = Date.now() + 15_000; Date.now() < end && !(await isSettled());) await page.waitForTimeout(100)
  const { headings, length, isWaiting, broke } = await look()
  return [
    ...(page.url().startsWith('chrome-error') ? [`${path}: the browser’s own error`] : []),
    ...(headings.length === 1 ? [] : [`${path}: ${headings.length} headings`]),
    ...(length > 20 ? [] : [`${path}: empty`]),
    ...(isWaiting ? [`${path}: it waits for ever`] : []),
    ...(broke === null ? [] : [`${path}: ${broke}`]),
  ]
}
