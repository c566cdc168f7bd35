/** Addresses to go to and people to be, found on the pages themselves. */
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Site } from './browser.ts'

export interface Places {
  /** The thread of hundreds of comments. */
  readonly longest: string
  readonly german: string
  readonly arabic: string
  /** An essay with headings, notes, a table or maths, and a short thread. */
  readonly essay: string
  /** A comment on it, by its own address. */
  readonly permalink: string
  readonly commentId: string
}

export async function placesOf(site: Site): Promise<Places> {
  const longest = await bySlug(site, 'the-slow-clock')
  const essay = await bySlug(site, 'lemma-4-from-march-to-march')
  const text = await (await fetch(essay)).text()
  const commentId = /data-comment="([0-9a-z]{26})"/u.exec(text)?.[1] ?? ''
  const all = await (await fetch(`${site.origin}/allPosts?timeframe=allTime&limit=100`)).text()
  return {
    longest,
    essay,
    commentId,
    permalink: `${essay}?commentId=${commentId}`,
    german: first(site, all, 'de'),
    arabic: first(site, all, 'ar'),
  }
}

async function bySlug(site: Site, slug: string): Promise<string> {
  const answer = await fetch(`${site.origin}/posts/slug/${slug}`)
  if (!answer.ok) throw new Error(`no post ${slug}`)
  return answer.url
}

function first(site: Site, html: string, lang: string): string {
  const path = new RegExp(`href="(/posts/[^"]+)" lang="${lang}"`, 'u').exec(html)?.[1]
  if (path === undefined) throw new Error(`no post in ${lang}`)
  return `${site.origin}${path}`
}

/** By the form, as anybody does it. */
export async function signIn(page: Page, userName: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=login]').fill(userName)
  await page.locator('form[action$="accounts.signIn"] input[name=password]').fill(inject('examplePassword'))
  await page.locator('form[action$="accounts.signIn"] button').click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Until the page has come alive: React has the tree, and it is known and drawn who is here. What comes later still may be under way. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __late } = window as unknown as { readonly __late?: { readonly ready: boolean } }
    const isTold = performance
      .getEntriesByType('resource')
      .some((entry) => entry.name.includes('/api/me') && (entry as PerformanceResourceTiming).responseEnd > 0)
    return __late?.ready === true && isTold
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}
