// What a reader waits for who has read a post before: its page again with no server at all, cold
// and warm, against the very page without a script and with a server; a tap on a link to it inside
// the app; and one's own comment. On the slow phone of bench/paint.ts.
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { members } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import { launchChromium, launchProfile } from '../scripts/chromium.ts'
import { startProduct } from '../scripts/product.ts'
import type { BareServer } from './lib/bare-server.ts'
import { memberIdOf, postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import type { Parts } from './lib/page-probe.ts'
import { isKept, partsOf, probe, whenPainted } from './lib/page-probe.ts'
import { signIn } from './lib/sign-in.ts'
import { lookAt, paintedSoFar, phone, slowDown } from './lib/slow-phone.ts'
import { startStaticCopy, visitCold } from './lib/static-page.ts'
import { makeDataDir, openBenchStore, withFolder } from './lib/store.ts'

const threads = [200, 1_000]
const rounds = 5
const commentsWritten = 6
const reader = 1
const now = Date.now()
const path = links.post(postAddress(0))
const list = links.allPosts()
/** So long a finger rests on a link. */
const fingerMs = 80
/** Between one thing that is timed and the next. */
const restMs = 600

interface Place {
  readonly origin: string
  readonly profileDir: string
  /** The same page without a script, at an address of its own. */
  readonly bare: BareServer
}

/** The reader's browser, started on what it had stored. */
const open = ({ profileDir }: Pick<Place, 'profileDir'>): Promise<BrowserContext> =>
  launchProfile(profileDir, { ...phone, serviceWorkers: 'allow' })

/** Opens every thread once, and stays until it is kept. */
async function readAll(context: BrowserContext, origin: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  for (const n of threads.keys()) {
    const address = links.post(postAddress(n))
    await page.goto(`${origin}${address}`)
    for (let tries = 0; !(await isKept(page, address)); tries += 1) {
      if (tries > 300) throw new Error(`${address} is not kept`)
      await page.waitForTimeout(200)
    }
  }
  await page.goto('about:blank')
}

/** A page whose device is there, when all that comes by itself has come. */
async function openAtRest(context: BrowserContext, url: string, isSlow: boolean): Promise<Page> {
  const page = await context.newPage()
  if (isSlow) await slowDown(page)
  await probe(page)
  await page.goto(url)
  await page.waitForFunction(() => Reflect.get(window, 'parts').databaseOpen > 0)
  await page.waitForTimeout(isSlow ? 4 * restMs : 2 * restMs)
  return page
}

type Way = 'tap' | 'again' | 'key'

/**
 * From a tap in a list to the text of a post whose rows are here: the first in this page, and again
 * when they are in memory; or a press of Enter.
 */
async function tapToText(context: BrowserContext, { origin }: Place, isSlow: boolean): Promise<Figures> {
  const figures: Record<string, number> = {}
  const rest = isSlow ? 2 * restMs : restMs
  // The long one takes a slow phone seconds each time, and says nothing more.
  for (const [n, count] of threads.entries()) {
    if (isSlow && n > 0) continue
    const times: Record<Way, number[]> = { tap: [], again: [], key: [] }
    const go = async (page: Page, way: Way) => {
      const painted = await whenPainted(page, '#text', '')
      const link = page.locator(`main a[href="${links.post(postAddress(n))}"]`).first()
      if (way === 'key') await link.press('Enter')
      else await link.click({ delay: fingerMs })
      times[way].push(await painted())
      await page.waitForTimeout(rest)
    }
    for (let turn = 0; turn < rounds; turn += 1) {
      const page = await openAtRest(context, `${origin}${list}`, isSlow)
      await go(page, 'tap')
      await page.goBack()
      await page.locator('#text').waitFor({ state: 'detached' })
      await page.waitForTimeout(rest)
      await go(page, 'again')
      await page.close()
      const another = await openAtRest(context, `${origin}${list}`, isSlow)
      await go(another, 'key')
      await another.close()
    }
    const of = (way: Way) => round(median(times[way]))
    const end = `${isSlow ? 'Slow' : ''}${count}`
    Object.assign(figures, { [`tapToTextMs${end}`]: of('tap'), [`tapAgainMs${end}`]: of('again'), [`keyToTextMs${end}`]: of('key') })
  }
  return figures
}

/**
 * From the press of "Comment" to one's own words in the thread. The first one, for which parts of
 * the app have to come, stands apart.
 */
async function ownComment(context: BrowserContext, { origin }: Place, suffix: string): Promise<Figures> {
  const page = await openAtRest(context, `${origin}${path}`, suffix === 'Slow')
  const form = page.locator('#new-comment')
  const times: number[] = []
  for (let n = 0; n < commentsWritten; n += 1) {
    const words = `Said ${n} ${suffix}, of an even length.`
    await form.locator('textarea').fill(words)
    await page.waitForTimeout(restMs)
    const painted = await whenPainted(page, '.c-body', words)
    await form.locator('button').first().click()
    times.push(await painted())
    await page.waitForTimeout(2 * restMs)
  }
  await page.close()
  const [first = NaN, ...others] = times
  return Object.fromEntries([
    [`ownCommentFirstMs${suffix}`, round(first)],
    [`ownCommentMs${suffix}`, round(median(others))],
  ])
}

interface Seen extends Parts {
  readonly largestPaintMs: number
}

/**
 * One visit with the server dead. The worker has gone to sleep, as it has after half a minute
 * without anything to do.
 */
async function visitHeld(page: Page, url: string): Promise<Seen> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await slowDown(page)
  await probe(page)
  await lookAt(page, url)
  // From rows it may take longer than one looks.
  await page.waitForFunction(() => Reflect.get(window, 'parts').textPlaced > 0)
  await page.waitForTimeout(restMs)
  const { largestPaintMs } = await paintedSoFar(page)
  return { ...(await partsOf(page)), largestPaintMs }
}

/**
 * With the server dead: the kept document; the same with the browser itself just started; and what
 * has no document, made from rows.
 */
async function repeatVisits(place: Place): Promise<Figures> {
  const browser = await launchChromium()
  const statics: number[] = []
  const seen = { warm: [] as Seen[], cold: [] as Seen[], rows: [] as Seen[] }
  const held = `${place.origin}${path}`
  try {
    for (let count = 0; count < rounds; count += 1) {
      statics.push((await visitCold(browser, `${place.bare.origin}${path}`)).largestPaintMs)
      const context = await open(place)
      try {
        seen.cold.push(await visitHeld(context.pages()[0] ?? (await context.newPage()), held))
        seen.warm.push(await visitHeld(await context.newPage(), held))
        // No document is kept for this address: the worker gives the empty shell, and the app finds
        // the rows.
        seen.rows.push(await visitHeld(await context.newPage(), `${held}?again=${count}`))
      } finally {
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
  const of = (all: readonly Seen[], what: (one: Seen) => number) => round(median(all.map(what)))
  const staticMs = round(median(statics))
  const warmMs = of(seen.warm, (one) => one.largestPaintMs)
  const coldMs = of(seen.cold, (one) => one.largestPaintMs)
  const rowsMs = of(seen.rows, (one) => one.largestPaintMs)
  return {
    staticColdMs: staticMs,
    repeatMs: warmMs,
    repeatRatio: round(warmMs / staticMs),
    repeatWorkerMs: of(seen.warm, (one) => one.answered),
    repeatPaintMs: of(seen.warm, (one) => one.largestPaintMs - one.answered),
    repeatAppBeganMs: of(seen.warm, (one) => one.appBegan),
    repeatBrowserColdMs: coldMs,
    repeatBrowserColdRatio: round(coldMs / staticMs),
    repeatBrowserColdWorkerMs: of(seen.cold, (one) => one.answered),
    fromRowsMs: rowsMs,
    fromRowsRatio: round(rowsMs / staticMs),
    fromRowsShellMs: of(seen.rows, (one) => one.answered),
    fromRowsScriptMs: of(seen.rows, (one) => one.appBegan - one.answered),
    fromRowsDeviceMs: of(seen.rows, (one) => one.databaseAsked - one.appBegan),
    fromRowsDexieMs: of(seen.rows, (one) => one.databaseOpen - one.databaseAsked),
    fromRowsReadMs: of(seen.rows, (one) => one.rowsRead - one.databaseOpen),
    fromRowsRenderMs: of(seen.rows, (one) => one.textPlaced - one.rowsRead),
    fromRowsPaintMs: of(seen.rows, (one) => one.largestPaintMs - one.textPlaced),
  }
}

/** A member who comments as often as the bench does; answers the session's cookie. */
async function prepare(dataDir: string): Promise<string> {
  await makeDataDir(dataDir, { posts: 50, threads, now })
  const store = await openBenchStore(dataDir)
  try {
    const cookie = await signIn(store, reader, memberIdOf(reader), now)
    await store.write(async ({ tx }) => {
      for (const member of await tx.getMany(members, [memberIdOf(reader)])) await tx.put(members, { ...member, groups: ['moderators'] })
    })
    return cookie
  } finally {
    await store.close()
  }
}

async function withServer(place: Place, cookie: string): Promise<Figures> {
  const context = await open(place)
  try {
    const [name = '', value = ''] = cookie.split('=')
    // As the server sets it: kept by the profile when the browser ends.
    await context.addCookies([{ name, value, url: place.origin, httpOnly: true, sameSite: 'Lax', expires: now / 1_000 + 86_400 }])
    await readAll(context, place.origin)
    return {
      ...(await tapToText(context, place, false)),
      ...(await ownComment(context, place, '')),
      ...(await tapToText(context, place, true)),
      ...(await ownComment(context, place, 'Slow')),
    }
  } finally {
    await context.close()
  }
}

async function ownCommentOffline(place: Place): Promise<Figures> {
  const context = await open(place)
  try {
    return await ownComment(context, place, 'Offline')
  } finally {
    await context.close()
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  const cookie = await prepare(dataDir)
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const browser = await launchChromium()
  const bare = await startStaticCopy(browser, folder, product.origin, path)
  await browser.close()
  try {
    const place: Place = { origin: product.origin, profileDir: join(folder, 'profile'), bare }
    const online = await withServer(place, cookie)
    await product.kill()
    const repeat = await repeatVisits(place)
    report({ ...repeat, ...online, ...(await ownCommentOffline(place)) })
  } finally {
    await bare.stop()
    await product.kill()
  }
})
