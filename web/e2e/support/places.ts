/** Addresses to go to and people to be, found on the pages themselves. */
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Site } from './browser.ts'
import { signInByForm } from './sign-in.ts'

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

/** Found once by each worker: every site begins as a copy of the same store. */
let found: Promise<Places> | null = null

export async function placesOf(site: Site): Promise<Places> {
  const paths = await (found ??= findPaths(site))
  const at = (path: string) => `${site.origin}${path}`
  return {
    longest: at(paths.longest),
    essay: at(paths.essay),
    commentId: paths.commentId,
    permalink: at(paths.permalink),
    german: at(paths.german),
    arabic: at(paths.arabic),
  }
}

async function findPaths(site: Site): Promise<Places> {
  const longest = await bySlug(site, 'the-slow-clock')
  const essay = await bySlug(site, 'lemma-4-from-march-to-march')
  const text = await (await fetch(`${site.origin}${essay}`)).text()
  const commentId = /data-comment="([0-9a-z]{26})"/u.exec(text)?.[1] ?? ''
  const all = await (await fetch(`${site.origin}/allPosts?timeframe=allTime&limit=100`)).text()
  return {
    longest,
    essay,
    commentId,
    permalink: `${essay}?commentId=${commentId}`,
    german: first(all, 'de'),
    arabic: first(all, 'ar'),
  }
}

async function bySlug(site: Site, slug: string): Promise<string> {
  const answer = await fetch(`${site.origin}/posts/slug/${slug}`)
  if (!answer.ok) throw new Error(`no post ${slug}`)
  return new URL(answer.url).pathname
}

function first(html: string, lang: string): string {
  const path = new RegExp(`href="(/posts/[^"]+)" lang="${lang}"`, 'u').exec(html)?.[1]
  if (path === undefined) throw new Error(`no post in ${lang}`)
  return path
}

/** With a session that the run's setup has made by the form; the page goes nowhere. */
export const signIn = (page: Page, userName: string): Promise<void> => signInAs(page.context(), userName)

export async function signInAs(context: BrowserContext, userName: string): Promise<void> {
  const session = inject('sessions')[userName]
  if (session === undefined) throw new Error(`${userName} has no session in the seeded store: sign in by the form`)
  await context.addCookies([...session])
}

/** As anybody does it: where signing in is what is tried. Resolves on the front page. */
export const signInThroughForm = (page: Page, userName: string): Promise<void> => signInByForm(page, userName, inject('examplePassword'))

/** Until the app says so of all these (web/app/settled.ts). */
export async function settled(
  page: Page,
  ...parts: readonly ('light' | 'hydrated' | 'keys' | 'device' | 'worker' | 'sent')[]
): Promise<void> {
  await page.locator(parts.map((part) => `[data-settled~="${part}"]`).join('')).waitFor({ state: 'attached' })
}

/**
 * Until the page has come alive: React has the tree, and it is known and drawn who is here; or it
 * is a visitor's page, which has all that it has without the app. What comes later still may be
 * under way.
 */
export const alive = (page: Page): Promise<void> =>
  page.locator(':is([data-settled~="hydrated"], [data-settled~="light"])').waitFor({ state: 'attached' })

/**
 * Once, and when it is heard: a visitor's page without the app remembers keys until it is there.
 * Pressed again because nothing is seen yet, a key that switches something does so twice.
 */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.locator(':is([data-settled~="light"], [data-settled~="keys"])').waitFor({ state: 'attached' })
  await page.keyboard.press(key)
}

/**
 * For what the app does by itself: a visitor's page has it only once something was touched that
 * needs it.
 */
export async function bringApp(page: Page): Promise<void> {
  await alive(page)
  await page.evaluate(() => (window as unknown as { readonly __late?: { begin(): void } }).__late?.begin())
  await settled(page, 'hydrated')
}
