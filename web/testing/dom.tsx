/**
 * Shows a component in a real browser as the app does: the site around it, `<main>`, the page's
 * answer, our one style sheet and the icons. Where it goes and whether it asks for the page anew is
 * written down instead. With `network.ts` and `device.ts` a DOM test is 10 to 25 lines.
 */
import '../ui/styles/index.css'
import '../ui/styles/essay.css'
import '../ui/styles/lists.css'
import '../ui/styles/foot.css'
import '../ui/styles/discussion.css'
import '../ui/styles/rare.css'
import '../ui/styles/letters.css'
import '../ui/styles/more.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { FormState, SiteFacts } from '#shared/pages/page-data.ts'
import { idOf } from '#shared/testing/factories.ts'
import { testSite } from '../blocks/testing/rows-read.ts'
import type { PageAnswer } from '../data/answer.ts'
import type { ShownParts } from '../data/places.ts'
import { databaseOf } from '../data/device/database-of.ts'
import type { Ways } from '../data/navigation.ts'
import { CurrentPageContext, WaysContext } from '../data/navigation.ts'
import { closeWords, isOver } from '../data/typed-words/local-typed-words.ts'
import { SiteContext } from '../data/site.ts'
import { sprite } from '../ui/sprite.ts'
import { firstOwnId } from './own-ids.ts'

interface ShowOptions {
  /** Path and query of the page that it stands on. */
  readonly at?: string
  /** What the page's load answered. */
  readonly page?: unknown
  /** What other domains show on it. */
  readonly parts?: ShownParts
  readonly bodies?: Readonly<Record<string, string>>
  /** A form that the server refused: the page is the answer to it. */
  readonly form?: FormState
  readonly site?: Partial<SiteFacts>
  /** The page is one that was kept, or made on the device. */
  readonly kept?: PageAnswer['kept']
}

/** Where the component wanted to go, and how often it asked for the page anew. */
export const went = { to: [] as string[], refreshed: 0 }

const ways: Ways = {
  go: async (to) => void went.to.push(to),
  refresh: async () => void (went.refreshed += 1),
}

let first = document.createElement('div')

beforeEach(() => {
  went.to.length = 0
  went.refreshed = 0
  document.documentElement.lang = 'en'
  first = document.createElement('div')
  first.innerHTML = sprite
  document.body.append(first)
})

afterEach(async () => {
  // What still stands in a field is nobody's: the next test begins with nothing typed.
  isOver.set(true)
  await cleanup()
  closeWords()
  indexedDB.deleteDatabase(databaseOf(null))
  document.body.replaceChildren()
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name]
  localStorage.clear()
  sessionStorage.clear()
  isOver.set(false)
})

/** Renders `node` as part of a page. */
export const show = (node: ReactNode, options: ShowOptions = {}) => render(onPage(node, options))

/** `node` as part of a page. */
export function onPage(node: ReactNode, { at = '/posts/1/a', page = null, parts, bodies = {}, form, site = {}, kept }: ShowOptions = {}) {
  const { pathname, search, hash } = new URL(at, location.origin)
  const answer: PageAnswer = {
    kind: 'page',
    status: 200,
    showing: '/',
    head: { title: 'A page' },
    page,
    ...(parts && { parts }),
    ...(kept && { kept }),
    bodies,
    form: form ?? null,
    problem: null,
    me: null,
  }
  const here = { place: { pathname, search, hash, key: 'default' }, action: 'POP', answer } as const
  return (
    <SiteContext value={{ ...testSite, ...site }}>
      <WaysContext value={ways}>
        <CurrentPageContext value={here}>
          <main>{node}</main>
        </CurrentPageContext>
      </WaysContext>
    </SiteContext>
  )
}

/**
 * Puts HTML that a page brings (a text, a list) into the document, for parts that enliven it and
 * are no components.
 */
export function showHtml(html: string): HTMLElement {
  const main = document.createElement('main')
  main.innerHTML = html
  document.body.append(main)
  return main
}

let made = firstOwnId + 5_000

/**
 * An id that no other test has: what a component remembers of one row says nothing
 * about another.
 */
export const nextId = (): string => idOf((made += 1))

/** Presses keys one after the other: `press('{Tab}', '{Enter}')`. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key)
}

/** What has arrived by now is drawn: for what must not appear. */
export async function drawn(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** What has the focus, by its accessible name or its words; '' for the page itself. */
export function focused(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return ''
  const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0]?.textContent : undefined
  return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim()
}

/**
 * Fails with what axe finds wrong in the document, or in `within`. Contrast is the journeys' to
 * measure, in both themes.
 */
export async function expectAccessible(within: Element = document.body): Promise<void> {
  const { violations } = await axe.run(within, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // A component alone has no landmarks and no page heading around it.
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
