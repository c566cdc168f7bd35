/**
 * A seed to a run of the shipped client: half a minute in which one person types in two tabs of two
 * browsers while tabs are killed, closed and hidden, networks come and go, disks are full, the
 * power goes, nodes die, the store goes back to a backup and a history is rewritten; then peace,
 * and a look: each word is there once, in the store and in every tab, and nothing was said that was
 * not so.
 */
import { unsettleDocumentsIn } from '#web/data/device/documents.ts'
import type { Random } from '../world/random.ts'
import type { State } from '../world/state.ts'
import { drawFrom } from './browser-globals.ts'
import { TabWorld } from './tab-world.ts'

export interface TabRun {
  readonly seed: number
  readonly faults: readonly string[]
  readonly words: number
}

const typingMs = 25_000
const peaceMs = 45_000
/**
 * Until the store of nodes that were ended is another: what they had answered has arrived by then.
 */
const restoreMs = 2_000

/** @param trace hears each line of what happens. */
export async function runTabs(seed: number, trace?: (line: string) => void): Promise<TabRun> {
  const world = new TabWorld(seed, trace)
  const outside = world.random.fork('outside')
  drawFrom(() => outside.next())
  const luck = world.random.fork('steps')
  await world.found()
  for (const tab of world.tabs) {
    tab.start()
    tab.open()
  }
  await world.pass(1_500)
  const end = world.clockwork.now + typingMs
  const step = (): void => {
    if (world.clockwork.now >= end) return
    takeStep(world, luck)
    world.clockwork.after(luck.chance(0.6) ? luck.whole(0, 120) : luck.whole(200, 1_200), step)
  }
  step()
  planErasing(world, end)
  const disaster = planDisaster(world)
  await world.pass(typingMs)
  await disaster()
  await makePeace(world)
  await world.look()
  for (const tab of world.tabs) tab.kill()
  for (const node of world.nodes) if (node.isUp) node.running.life.end()
  // Each provider of a tab that was killed has left one.
  process.removeAllListeners('exit')
  return { seed, faults: world.faults, words: world.words.length }
}

function takeStep(world: TabWorld, luck: Random): void {
  const { clockwork } = world
  const tab = luck.pick(world.tabs)
  const { browser } = tab
  const chance = luck.next()
  if (chance < 0.66) {
    for (let words = luck.chance(0.3) ? luck.whole(2, 4) : 1; words > 0; words -= 1) tab.type()
  } else if (chance < 0.7) tab.kill(luck.chance(0.3) ? 0 : luck.whole(1, 30))
  else if (chance < 0.73) {
    // A reload: the page says farewell, and waits for nothing.
    tab.sign('leaving')
    tab.kill()
  } else if (chance < 0.76) tab.close()
  else if (chance < 0.82) {
    tab.start()
    tab.open()
  } else if (chance < 0.86) {
    tab.show(false)
    clockwork.after(luck.whole(100, 4_000), () => tab.show(true))
  } else if (chance < 0.91) {
    goOffline(world, browser)
    clockwork.after(luck.whole(100, 6_000), () => goOnline(world, browser))
  } else if (chance < 0.93) {
    browser.disk.isFull = true
    clockwork.after(luck.whole(200, 5_000), () => (browser.disk.isFull = false))
  } else if (chance < 0.94) {
    browser.hasSockets = false
    for (const line of browser.lines) line.breaks()
    clockwork.after(luck.whole(1_000, 9_000), () => (browser.hasSockets = true))
  } else if (chance < 0.96) {
    tab.type()
    clockwork.after(luck.whole(0, 400), () => cutPower(world, browser))
  } else {
    const node = luck.pick(world.nodes)
    if (!node.isUp) return
    if (luck.chance(0.3)) void node.stop()
    else node.crash(luck.whole(0, 30))
    clockwork.after(luck.whole(50, 2_500), () => node.start())
  }
}

/** In every fifth run words are taken out, too: no state vector tells of that. */
function planErasing(world: TabWorld, end: number): void {
  const luck = world.random.fork('erasing')
  if (!luck.chance(0.2)) return
  const erase = (): void => {
    if (world.clockwork.now >= end) return
    luck.pick(world.tabs).erase(luck)
    world.clockwork.after(luck.whole(100, 2_500), erase)
  }
  world.clockwork.after(luck.whole(2_000, 6_000), erase)
}

type AnyBrowser = TabWorld['browsers'][number]

function tabsOf(world: TabWorld, browser: AnyBrowser) {
  return world.tabs.filter((tab) => tab.browser === browser)
}

function goOffline(world: TabWorld, browser: AnyBrowser): void {
  world.tell(`${browser.name} goes offline`)
  browser.isOnline = false
  for (const line of browser.lines) line.breaks()
}

function goOnline(world: TabWorld, browser: AnyBrowser): void {
  if (browser.isOnline) return
  world.tell(`${browser.name} is online`)
  browser.isOnline = true
  for (const tab of tabsOf(world, browser)) tab.sign('awake')
}

function cutPower(world: TabWorld, browser: AnyBrowser): void {
  if (world.isPeace) return
  world.tell(`${browser.name} has no power`)
  for (const tab of tabsOf(world, browser)) tab.kill()
  browser.disk.powerCut()
}

/**
 * In every third run the store goes back to a backup, in every fifth a history is rewritten.
 * @returns what happens when the typing is over
 */
function planDisaster(world: TabWorld): () => Promise<void> {
  const { clockwork } = world
  const fate = world.random.fork('fate')
  const kind = fate.next()
  let backup: State = world.backup
  clockwork.after(fate.whole(2_000, typingMs - 4_000), () => (backup = world.backup))
  /** A store that is restored by its command says so; one whose files were copied back does not. */
  const isTold = fate.chance(0.5)
  const down = async (work: () => Promise<void>): Promise<void> => {
    for (const node of world.nodes) node.crash(0)
    await work()
    for (const node of world.nodes) clockwork.after(fate.whole(10, 1_500), () => node.start())
  }
  if (kind < 0.34)
    return async () => {
      for (const node of world.nodes) node.crash(0)
      await world.pass(restoreMs)
      await down(() => world.restore(backup, isTold))
      for (const browser of isTold ? world.browsers : [])
        clockwork.after(fate.whole(0, 4_000), () => void browser.records.write((tx) => unsettleDocumentsIn(tx)))
    }
  if (kind < 0.54) {
    const at = fate.whole(3_000, typingMs - 3_000)
    clockwork.after(at, () => void down(() => world.rewrite()))
  }
  return async () => undefined
}

async function makePeace(world: TabWorld): Promise<void> {
  world.tell('peace')
  world.isPeace = true
  for (const node of world.nodes) {
    node.crash(0)
    node.start()
  }
  for (const browser of world.browsers) {
    browser.disk.isFull = false
    browser.hasSockets = true
    goOnline(world, browser)
  }
  for (const tab of world.tabs) {
    tab.defuse()
    tab.show(true)
    tab.start()
    tab.open()
  }
  for (let waited = 0; waited < peaceMs; waited += 5_000) {
    await world.pass(5_000)
    for (const tab of world.tabs) {
      tab.start()
      tab.open()
      tab.sign('awake')
    }
  }
}
