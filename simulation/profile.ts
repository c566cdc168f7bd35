/**
 * One browser profile of a person: a database, one to three tabs on it, a network and a clock of
 * its own.
 */
import type { MemoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { DeviceTrouble } from '#web/data/device/port.ts'
import { memoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import type { Browser } from './browser.ts'
import { personId } from './community.ts'
import type { ProfilePlan, Step } from './plan.ts'
import type { Site } from './site.ts'
import { Tab } from './tab.ts'
import type { World } from './world.ts'
import { Channels, Locks } from './world/browser.ts'
import { idMaker } from './world/ids.ts'
import type { Life } from './world/life.ts'
import type { Line, Place } from './world/network.ts'
import { fairWeather } from './world/network.ts'
import type { Random } from './world/random.ts'
import { randomFrom } from './world/random.ts'

export class Profile implements Browser {
  readonly name: string
  readonly plan: ProfilePlan
  readonly userId: string
  readonly place: Place
  readonly tabs: readonly Tab[]
  readonly locks = new Locks()
  readonly channels: Channels
  readonly random: Random
  readonly newId: (now: number) => string
  readonly database: MemoryDeviceDatabase
  readonly lines = new Set<Line>()
  /** The cookie. */
  signIn: string
  isPortal = false
  isWithoutSockets = false
  isFull = false
  slowMs = 3
  /** Whose transaction is under way. */
  actor: Life | null = null
  #skewMs: number
  readonly world: World
  readonly site: Site

  constructor(world: World, site: Site, plan: ProfilePlan, n: number) {
    this.name = `profile ${n}`
    this.world = world
    this.site = site
    this.plan = plan
    this.userId = personId(plan.person)
    this.#skewMs = plan.skewMs
    this.random = world.random.fork(this.name)
    this.newId = idMaker(this.random.fork('ids'))
    this.channels = new Channels(world.clockwork, this.random.fork('channels'))
    this.place = { name: this.name, weather: plan.weather, isOnline: true }
    this.database = memoryDeviceDatabase(deviceTables, {
      beforeStep: () => this.actor?.step(),
      beforeCommit: async () => {
        await this.actor?.sleep(this.random.whole(0, this.slowMs))
        if (this.isFull) throw new DeviceTrouble('full')
      },
    })
    this.signIn = site.signIn(this.userId)
    this.tabs = Array.from({ length: plan.tabs }, (_, tab) => new Tab(this, `${this.name} tab ${tab}`))
  }

  /** ms since 1970, as this device believes. */
  now(): number {
    return this.world.clockwork.now + this.#skewMs
  }

  start(): void {
    for (const tab of this.tabs) tab.start()
  }

  signInAgain(): void {
    if (this.site.signIns.has(this.signIn)) return
    this.signIn = this.site.signIn(this.userId)
    this.world.tell(`${this.name} signs in again`)
    for (const tab of this.tabs) tab.nudge('signed-in')
  }

  step(step: Extract<Step, { readonly profile: number }>): void {
    const luck = randomFrom(`step ${step.luck}`)
    const later = (ms: number, work: () => void): void => void this.world.clockwork.after(ms, work)
    const tab = 'tab' in step ? this.tabs[step.tab % this.tabs.length] : undefined
    switch (step.kind) {
      case 'mutation':
      case 'retry':
      case 'discard':
      case 'callBack':
      case 'visit':
      case 'leave':
        return tab?.act(step, luck)
      case 'offline':
        this.place.isOnline = false
        later(step.ms, () => this.online())
        return
      case 'cut':
        for (const line of this.lines) line.cut(step.isSaid ? 'told' : 'unsaid')
        return
      case 'stall':
        for (const line of this.lines) line.stalledUntil = this.world.clockwork.now + step.ms
        return
      case 'portal':
        this.isPortal = true
        for (const line of this.lines) line.cut('unsaid')
        later(step.ms, () => (this.isPortal = false))
        return
      case 'noSockets':
        this.isWithoutSockets = true
        for (const line of this.lines) line.cut('told')
        later(step.ms, () => (this.isWithoutSockets = false))
        return
      case 'crashTab':
        return tab?.crash(step.fuse, step.downMs)
      case 'freezeTab':
        tab?.life?.freeze()
        later(step.ms, () => tab?.life?.thaw())
        return
      case 'hideTab':
        tab?.show(false)
        later(step.ms, () => tab?.show(true))
        return
      case 'fullDevice':
        this.isFull = true
        later(step.ms, () => (this.isFull = false))
        return
      case 'slowDevice':
        this.slowMs = 700
        later(step.ms, () => (this.slowMs = 3))
        return
      case 'evict':
        return this.evict()
      case 'clock':
        this.#skewMs += step.byMs
    }
  }

  online(): void {
    this.place.isOnline = true
    for (const tab of this.tabs) tab.nudge('online')
  }

  /** The browser throws everything away; the person opens the site again. */
  evict(): void {
    this.world.evicted(this)
    this.database.lose()
    for (const tab of this.tabs) tab.crash(0, 1_000)
  }

  heal(): void {
    this.place.weather = fairWeather
    this.isPortal = this.isWithoutSockets = this.isFull = false
    this.slowMs = 3
    for (const line of this.lines) line.stalledUntil = 0
    this.signInAgain()
    for (const tab of this.tabs) {
      tab.life?.thaw()
      tab.life?.defuse()
      tab.start()
      tab.show(true)
    }
    this.online()
  }
}
