/** One round: words into a field while things break, and then whether each is there once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { titleOf, textOf } from '../../web/e2e/support/editor-panel.ts'
import { settled } from '../../web/e2e/support/places.ts'
import { shoot } from '../../web/e2e/support/thread.ts'
import type { Lasting } from './breaks.ts'
import { askToSignOut, begin, changesServer } from './breaks.ts'
import type { Places } from './fields.ts'
import { fields } from './fields.ts'
import type { Round, Stretch } from './plan.ts'
import { wordOf, wordsIn } from './plan.ts'
import { readDevice } from './read-device.ts'
import { readServer } from './read-server.ts'
import type { Found, TypedWord, Verdict } from './verdict.ts'
import { isClean, judge } from './verdict.ts'
import type { World } from './world.ts'
import { closeTab } from './world.ts'

/**
 * What was typed longer ago than this before a kill is there: the contract's 250 ms, a frame, and
 * as long again for a busy machine.
 */
const keptAfterMs = 2 * (250 + 16)
/** For what was typed to come back into its field. */
const shownWithinMs = 30_000
/** For all to be sent, and for every store to hear of it. */
const restWithinMs = 60_000

export interface Run {
  readonly world: World
  readonly seed: number
  readonly placesOf: (round: Round) => Places
  /** Of all rounds so far. */
  readonly typed: TypedWord[]
}

export interface Outcome extends Verdict {
  readonly words: number
  /** Of these, typed into the small editor as it is loaded. */
  readonly inSmallEditor: number
  /** What else was not as it has to be. */
  readonly problems: readonly string[]
}

interface Word {
  readonly word: string
  at: number
  isDue: boolean
}

interface Tab {
  readonly page: Page
  /** When it came alive, by our clock; `null`: not yet. */
  aliveAt: number | null
  /** Typed in it. */
  readonly words: Word[]
}

/**
 * Never throws for what the product did wrong. @throws Error when the world itself cannot go on.
 */
export async function runRound({ world, seed, placesOf, typed }: Run, plan: Round): Promise<Outcome> {
  const places = placesOf(plan)
  const field = fields[plan.field]
  const problems: string[] = []
  const words: Word[] = []
  let inSmallEditor = 0
  let lasting: Lasting | null = null
  const end = async () => {
    const over = lasting
    lasting = null
    await over?.end()
  }

  const openTab = async (page: Page, isEarly: boolean, isReload = false): Promise<Tab> => {
    const tab: Tab = { page, aliveAt: null, words: [] }
    // Anew for each tab: what a browser notes of it may be lost with a kill.
    await page.addInitScript(chooseFormat, plan.isFormatted)
    const coming = { waitUntil: isEarly ? 'commit' : 'load' } as const
    await (isReload ? page.reload(coming) : page.goto(`${world.origin}${field.path(places)}`, coming))
    void settled(page, 'hydrated').then(
      () => (tab.aliveAt = Date.now()),
      () => {},
    )
    if (!isEarly) await settled(page, 'hydrated')
    await field.open(page, places)
    if (!isEarly) await isShown(page)
    return tab
  }

  /** A field that was opened again shows what was typed into it. */
  const isShown = async (page: Page) => {
    const due = words.filter(({ isDue }) => isDue).map(({ word }) => word)
    let missing: readonly string[] = due
    for (const until = Date.now() + shownWithinMs; missing.length > 0; await sleep(200)) {
      const shown = new Set(wordsIn(await textIn(page), seed))
      missing = due.filter((word) => !shown.has(word))
      if (missing.length === 0 || Date.now() < until) continue
      await shoot(page, `torture-${seed}-${plan.round}-hidden`)
      const kept = (await readDevice(page, seed)).filter((found) => found.words.some((word) => missing.includes(word)))
      return void problems.push(`opened again it does not show ${missing.join(' ')}, which is at ${placesOfAll(kept)}`)
    }
  }
  const textIn = (page: Page): Promise<string> =>
    field.input(page).evaluate((input) => (input instanceof HTMLTextAreaElement ? input.value : (input.textContent ?? '')))

  const type = async (tab: Tab, { words: count, keyMs, isLoaded }: Stretch) => {
    const input = field.input(tab.page)
    await tab.page.bringToFront()
    // The editor puts its own caret back for a moment after it got the focus.
    await clickInto(input)
    // While something is broken it may not come, and one types into the plain field.
    if (isLoaded && lasting === null) await field.loaded?.(tab.page).waitFor()
    await tab.page.keyboard.press('Control+End')
    await sleep(plan.field === 'post' || plan.field === 'wiki' ? 100 : 0)
    // Behind what stands there already.
    await tab.page.keyboard.type(' ')
    for (let n = 0; n < count; n += 1) {
      const word: Word = { word: wordOf(seed, typed.length + words.length), at: 0, isDue: true }
      words.push(word)
      tab.words.push(word)
      await tab.page.keyboard.type(`${word.word} `, { delay: keyMs })
      word.at = Date.now()
    }
    if (await tab.page.evaluate(() => document.activeElement?.matches('.small-text') ?? false)) inSmallEditor += count
    if (plan.field === 'post' || plan.field === 'title') places.draft ??= await draftIn(tab.page)
  }

  /** What the page had no time to keep: its end came too soon. */
  const forgive = (tab: Tab, isKill: boolean) => {
    const now = Date.now()
    for (const word of tab.words)
      if (tab.aliveAt === null || (isKill && now - Math.max(word.at, tab.aliveAt) < keptAfterMs)) word.isDue = false
  }

  async function happen(tab: Tab, kind: NonNullable<Stretch['break']>, next: Stretch | null): Promise<Tab | null> {
    const again = async (page: Page, isReload = false) => (next === null ? null : openTab(page, next.isEarly, isReload))
    switch (kind) {
      case 'reload':
        forgive(tab, false)
        return next === null ? (await tab.page.reload(), null) : again(tab.page, true)
      case 'tab-closed': {
        forgive(tab, false)
        // The browser goes with its last tab.
        const page = await world.browser.newPage()
        await closeTab(tab.page)
        return again(page)
      }
      case 'browser-killed':
        forgive(tab, true)
        await world.browser.kill()
        return again(world.browser.context.pages()[0] ?? (await world.browser.newPage()))
      case 'second-tab':
        return again(await world.browser.newPage())
      case 'restore':
        await world.restore()
        return tab
      case 'sign-out':
        if (!(await askToSignOut(tab.page))) {
          problems.push('signed out without asking about unsent words')
          const page = await world.browser.newPage()
          await world.browser.signIn(page)
          return again(page)
        }
        return tab
      default:
        lasting = await begin(kind, world, tab.page)
        return tab
    }
  }

  try {
    if (plan.stretches.some((part) => part.break === 'restore')) await world.backUp()
    let tab: Tab | null = await openTab(await world.browser.closeTabs(), plan.stretches[0]?.isEarly ?? false)
    await fillBeside(plan, tab.page)
    for (const [at, stretch] of plan.stretches.entries()) {
      const next = plan.stretches[at + 1] ?? null
      if (tab === null) break
      await type(tab, stretch)
      if (next === null && plan.isSent) await field.send(tab.page)
      if (stretch.break === null) continue
      await sleep(stretch.pauseMs)
      // What lasted is over before the next thing happens.
      await end()
      tab = await happen(tab, stretch.break, next)
    }
  } catch (error) {
    problems.push(
      `stopped: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 12).join('\n    ') : String(error)}`,
    )
    for (const [at, page] of world.browser.context.pages().entries())
      await shoot(page, `torture-${seed}-${plan.round}-${at}`).catch(() => {})
  }
  await end()
  if (plan.stretches.some((part) => part.break !== null && changesServer(part.break))) await world.startServer()
  typed.push(...words.map(({ word, isDue }) => ({ word, isDue, round: plan.round })))
  return { words: words.length, inSmallEditor, problems, ...(await verdictAtRest(world, seed, typed)) }
}

const placesOfAll = (found: readonly Found[]): string =>
  found.map(({ place, isBinned }) => `${place}${isBinned === true ? ' (bin)' : ''}`).join(', ') || 'no place'

/** As often as the editor takes the place of the plain field meanwhile. */
async function clickInto(input: Locator): Promise<void> {
  for (const until = Date.now() + shownWithinMs; ;) {
    try {
      return await input.click({ delay: 40, timeout: 2_000 })
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

function chooseFormat(isFormatted: boolean): void {
  if (isFormatted) localStorage.removeItem('comment-editor')
  else localStorage.setItem('comment-editor', 'markdown')
}

/** A post is published with a title and a text. */
async function fillBeside({ field, round }: Round, page: Page): Promise<void> {
  if (field === 'post') await titleOf(page).fill(`Round ${round}`)
  if (field !== 'title') return
  await textOf(page).click({ delay: 40 })
  await page.keyboard.type(`Round ${round}.`)
}

/** A new draft gets its address with the first words; `null`: not yet. */
async function draftIn(page: Page): Promise<string | null> {
  const { pathname, search } = new URL(page.url())
  return pathname === '/editPost' ? `${pathname}${search}` : null
}

/**
 * Once every tab is closed and all is sent: read again and again until it is clean, or the time is
 * up.
 */
async function verdictAtRest({ browser, origin, dataDir }: World, seed: number, typed: readonly TypedWord[]): Promise<Verdict> {
  const page = await browser.closeTabs()
  await page.goto(`${origin}/`)
  await settled(page, 'hydrated', 'device')
  for (const until = Date.now() + restWithinMs; ; await sleep(300)) {
    const found: readonly Found[] = [...readServer(dataDir, seed), ...(await readDevice(page, seed))]
    const verdict = judge(typed, found)
    const isSent = await page.evaluate(() => document.documentElement.dataset['settled']?.split(' ').includes('sent') ?? false)
    if ((isClean(verdict) && isSent) || Date.now() > until) return verdict
  }
}
