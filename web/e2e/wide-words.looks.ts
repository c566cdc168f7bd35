/**
 * One word of 200 letters, an address without a space, emoji in a row, and a formula of 120 terms,
 * wherever somebody's words are shown: no page is wider than its window, and nothing is cut off
 * without a sign of it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { desktop } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { rowsOf } from './support/device.ts'
import { mutationOf, postOf } from './support/elsewhere.ts'
import { placesOf, settled, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const word = 'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3).slice(0, 200)
const address = `https://example.org/${'a-path-without-a-space/'.repeat(8)}`
const emoji = '👩‍👩‍👧‍👦🇨🇭'.repeat(30)
const kinds = [word, address, emoji]
const formula = { type: 'mathInline', attrs: { tex: `${'x_1 + '.repeat(120)}y` } }
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: `${word} ${address} ${emoji} ` }, formula] }
/** Blocks with a title of their own, each with a passage. */
const titled = [
  { type: 'spoiler', attrs: { id: null, title: word }, content: [paragraph] },
  { type: 'details', attrs: { id: null, summary: address, open: true }, content: [paragraph] },
]

type Row = Record<string, unknown>
/** What becomes of a row of a table; `words` are one kind after the other. */
const wider: Readonly<Record<string, (row: Row, words: string) => Row>> = {
  posts: (row, words) => ({ ...row, title: words, excerpt: words }),
  members: (row, words) => ({ ...row, displayName: words.slice(0, 100), bio: `${words} ${word}` }),
  comments: (row) => withWords(row),
  revisions: (row, words) => ({ ...withWords(row), title: words }),
  sequences: (row, words) => ({ ...withWords(row), title: words }),
  chapters: (row, words) => ({ ...withWords(row), title: words, subtitle: words }),
  collections: (row, words) => ({ ...withWords(row), title: words }),
  books: (row, words) => ({ ...withWords(row), title: words, subtitle: words }),
  tags: (row, words) => ({ ...row, name: words.slice(0, 60) }),
  notifications: (row, words) => ({ ...row, title: words }),
  glossary_terms: (row, words) => ({ ...withWords(row), term: words.slice(0, 100) }),
  spotlights: (row, words) => ({ ...row, words }),
}

function withWords(row: Row): Row {
  const { body } = row
  if (typeof body !== 'object' || body === null || !('content' in body) || !Array.isArray(body.content)) return row
  return { ...row, body: { ...body, content: [paragraph, ...titled, ...(body.content as readonly unknown[])] } }
}

/** All rows with `isWhole`, and else every second one. */
function widen(site: Site, isWhole = false): void {
  const store = new DatabaseSync(join(site.dataDir, 'lyceum.sqlite'))
  try {
    for (const [table, change] of Object.entries(wider)) {
      const put = store.prepare(`UPDATE "${table}" SET body = ? WHERE id = ?`)
      const rows = store.prepare(`SELECT id, body FROM "${table}" WHERE deleted = 0 ORDER BY id`).all()
      for (const [at, { id, body }] of rows.entries())
        if (isWhole || at % 2 === 0)
          put.run(JSON.stringify(change(JSON.parse(String(body)) as Row, kinds[at % kinds.length] ?? word)), String(id)) // a row is stored as an object
    }
  } finally {
    store.close()
  }
}

/**
 * What is wider than the window on the page that is open, and what is cut off at a side where no
 * dots, no scroll bar and no fold say so.
 */
async function tooWide(page: Page, width: number): Promise<readonly string[]> {
  return page.evaluate((limit) => {
    const found: string[] = []
    const name = (element: Element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
    if (document.documentElement.scrollWidth > limit) {
      const isBeyond = (one: Element): boolean => one.getBoundingClientRect().right > limit + 1
      // What is not positioned holds nothing of what is put out of sight in it.
      const scrolls = (one: Element): boolean => {
        const { overflowX, position } = getComputedStyle(one)
        return overflowX !== 'visible' && position !== 'static' && !isBeyond(one)
      }
      const inScroller = (one: Element | null): boolean => one !== null && (scrolls(one) || inScroller(one.parentElement))
      const wide = [...document.querySelectorAll('main *')].filter((one) => isBeyond(one) && !inScroller(one.parentElement))
      const [inner] = wide.filter((one) => ![...one.children].some((child) => wide.includes(child)))
      const names: string[] = []
      for (let one: Element | null | undefined = inner; one; one = one.parentElement) if (one.matches('main *')) names.unshift(name(one))
      found.push(`${document.documentElement.scrollWidth} wide: ${names.join(' > ')}`)
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut =
        (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
      if (isCut && textOverflow !== 'ellipsis' && element.innerText !== '')
        found.push(`cut: ${name(element)}, ${element.scrollWidth} in ${element.clientWidth}`)
      const { right, left, width: own } = element.getBoundingClientRect()
      // Fixed parts make no page wider, and are cut at the window's side.
      if (getComputedStyle(element).position === 'fixed' && own > 1 && element.checkVisibility() && (right > limit + 1 || left < -1))
        found.push(`beside the window: ${name(element)}`)
    }
    return [...new Set(found)]
  }, width)
}

/** The pages of one reader at both widths, with what is wrong of each. */
async function walked(site: Site, as: string | null, paths: readonly string[]): Promise<readonly string[]> {
  const wide: string[] = []
  for (const viewport of [{ width: 320, height: 700 }, desktop]) {
    const { page, close } = await site.newReader({ viewport })
    if (as !== null) await signIn(page, as)
    for (const path of paths) {
      const answer = await page.goto(`${site.origin}${path}`)
      expect([path, answer?.ok()]).toEqual([path, true])
      if (as !== null) await settled(page, 'hydrated')
      wide.push(...(await tooWide(page, viewport.width)).map((what) => `${path} at ${viewport.width}: ${what}`))
    }
    await close()
  }
  return wide
}

test('at 320 px and on a desktop', { timeout: 900_000 }, async ({ site }) => {
  const { essay } = await placesOf(site)
  const [member] = rowsOf(site, 'members')
  const [sequence] = rowsOf(site, 'sequences')
  await site.goOffline()
  widen(site)
  await site.goOnline()
  const paths = ['/', '/allPosts', '/feed', '/quicktakes', '/questions', '/allComments', '/library', '/sequences', '/wikitags', '/tags/all']
  const more = ['/bestoflesswrong', '/recommendations', '/leaderboard', '/search?query=donau', '/dialogues', new URL(essay).pathname]
  const rows = [`/users/${String(member?.['slug'])}`, `/users/${String(member?.['slug'])}/replies`, `/s/${String(sequence?.['id'])}`]
  expect(await walked(site, null, [...paths, ...more, ...rows])).toEqual([])
})

test('signed in, and where one writes', { timeout: 900_000 }, async ({ site }) => {
  const { essay } = await placesOf(site)
  const [postId, draftId] = [postOf(essay), idOf(7_001)]
  const text = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })
  await mutationOf(site, 'marit', 'bookmarks.set', { targetKind: 'post', targetId: postId, isSaved: true })
  await mutationOf(site, 'marit', 'posts.create', { id: draftId, revisionId: idOf(7_002), kind: 'post', lang: 'en' })
  await mutationOf(site, 'marit', 'posts.setDetail', { id: draftId, detail: { field: 'title', value: word } })
  await mutationOf(site, 'marit', 'sequences.create', { id: idOf(7_003), chapterId: idOf(7_004), title: word })
  await mutationOf(site, 'yusuf', 'comments.post', { id: idOf(7_005), postId, parentId: null, body: text('For you, @marit') })
  const slug = String(rowsOf(site, 'tags').find(({ state }) => state === 'page')?.['slug'])
  await expect.poll(() => rowsOf(site, 'notifications').length).toBeGreaterThan(0)
  await site.goOffline()
  widen(site, true)
  await site.goOnline()
  const own = [
    '/notifications',
    '/notifications?tab=settings',
    '/manageSubscriptions',
    '/drafts',
    '/bookmarks',
    '/account',
    '/settings',
    '/outbox',
    '/device',
  ]
  const writing = [
    '/newPost',
    `/editPost?postId=${draftId}`,
    `/editSequence?sequenceId=${idOf(7_003)}`,
    `/glossaryEditor?postId=${postId}`,
    '/import',
  ]
  const wiki = [
    `/w/${slug}`,
    `/w/${slug}/discussion`,
    `/w/${slug}/history`,
    `/w/${slug}/edit`,
    '/wActivity',
    '/w/dashboard',
    '/admin',
    '/spotlights',
  ]
  const history = [
    `/revisions/post/${postId}`,
    `/compare/post/${postId}`,
    `/postAnalytics?postId=${postId}`,
    '/archive',
    '/export',
    '/typos',
  ]
  expect(await walked(site, 'marit', [...own, ...writing, ...wiki, ...history])).toEqual([])
})
