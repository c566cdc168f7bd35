/**
 * One tab: the shipped core, client, leadership, overlay and live view on the profile's database,
 * put together as the product's device does (web/data/device/active-store.ts) with a simulated
 * browser under them. It can crash between any two things it waits for, freeze and hide.
 */
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { DeviceStore } from '#web/data/device/port.ts'
import type { Live } from '#web/data/device/live.ts'
import type { LocalChange } from '#web/data/device/local-change.ts'
import type { ClientStatus, Nudge } from '#web/data/sync/client-ports.ts'
import type { Core } from '#web/data/sync/core.ts'
import type { DeviceSync, SyncMessage, SyncPorts } from '#web/data/sync/sync.ts'
import { comments } from '#shared/comments/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { shapeOf } from '#shared/messages/schema.ts'
import { policies } from '#shared/policies.ts'
import { member } from '#shared/testing/factories.ts'
import { voidName } from '#shared/sync/protocol.ts'
import { openLive } from '#web/data/device/live.ts'
import { recordingStore } from '#web/data/device/local-change.ts'
import { DeviceTrouble } from '#web/data/device/port.ts'
import { createCore } from '#web/data/sync/core.ts'
import { metaNames } from '#web/data/sync/meta.ts'
import { mutationOf } from '#web/data/sync/queue.ts'
import { startSync } from '#web/data/sync/sync.ts'
import { postIdOf } from './community.ts'
import { conversationIdOf } from './conversations.ts'
import { newMutations, oldMutations } from './forms.ts'
import { openPost, openSocket } from './links.ts'
import { localStoreOf, ownedBy } from './local.ts'
import type { Person } from './people.ts'
import { intentOf } from './people.ts'
import type { Step } from './plan.ts'
import type { Browser, OpenTab } from './browser.ts'
import { Life } from './world/life.ts'
import type { Random } from './world/random.ts'
import { isSameJson } from '#shared/kernel/same.ts'

interface Running {
  readonly life: Life
  readonly core: Core
  readonly live: Live
  sync: DeviceSync | null
  readonly facts: { viewer: Viewer }
  /** Everything that was written has been taken in. */
  settling: Promise<void>
}

export type TabStep = Extract<Step, { readonly kind: 'mutation' | 'retry' | 'discard' | 'callBack' | 'visit' | 'leave' }>

/** Of the product's two channels between tabs. */
const changes = 'changes'
const syncing = 'sync'

export class Tab implements OpenTab {
  readonly name: string
  readonly profile: Browser
  readonly random: Random
  /** Something that it shows may have changed. */
  isChanged = false
  isVisible = true
  status: ClientStatus | null = null
  isLeader = false
  #life: Life | null = null
  #running: Running | null = null

  constructor(profile: Browser, name: string) {
    this.profile = profile
    this.name = name
    this.random = profile.random.fork(name)
  }

  get life(): Life | undefined {
    return this.#life === null || this.#life.isOver ? undefined : this.#life
  }

  get isOpen(): boolean {
    return this.life !== undefined && this.#running?.life === this.#life
  }

  start(): void {
    if (this.life !== undefined) return
    const { world } = this.profile
    const life = new Life(this.name, world.clockwork)
    this.#life = life
    this.status = null
    this.isLeader = false
    world.tell(`${this.name} opens`)
    this.#behind('opening', async () => {
      try {
        await this.#open(life)
      } catch (error) {
        if (!(error instanceof DeviceTrouble)) throw error
        // The person tries again.
        this.crash(0, 2_000)
      }
    })
  }

  async #open(life: Life): Promise<void> {
    const { profile } = this
    const { world, userId } = profile
    const handle = profile.database.open()
    life.onEnd(() => handle.crash())
    const onDisk = world.plantedDevice(ownedBy(handle, life, profile))
    const store = recordingStore(localStoreOf(onDisk), (change) => {
      profile.channels.post(changes, life, change)
      this.#take(change)
    })
    const facts = { viewer: await storedViewer(onDisk, userId) }
    const mutations = profile.plan.isOld && !world.isRenewed ? oldMutations : newMutations
    const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]))
    const now = (): number => profile.now()
    const ports = { store, account: userId, mutation: (name: string) => byName.get(name), now, newId: () => profile.newId(now()) }
    const core = world.leaderWatched(world.plantedCore(createCore(ports), onDisk), profile)
    const live = await openLive({
      store,
      mutations,
      policies,
      viewer: () => facts.viewer,
      yieldToEventLoop: () => life.sleep(0),
      elapsed: () => world.clockwork.now,
      onBug: (error) => this.#trouble('overlay', error),
      onTaken: () => (this.isChanged = true),
    })
    live.subscribe(() => (this.isChanged = true))
    const running: Running = { life, core, live, sync: null, facts, settling: Promise.resolve() }
    this.#running = running
    // Posted above alone.
    profile.channels.listen(changes, life, (message) => this.#take(message as LocalChange))
    running.sync = startSync(this.#ports(life, core))
    await core.follow(`me:${userId}`, 'own')
    for (let post = 0; post < world.plan.posts; post += 1) await core.follow(`thread:${postIdOf(post)}`, 'visited')
    for (let n = 0; n < (world.plan.conversations ?? 0); n += 1) await core.follow(shapeOf(conversationIdOf(n)), 'visited')
    running.sync.nudge('shapes')
  }

  #ports(life: Life, core: Core): SyncPorts {
    const { profile } = this
    const { world, locks, channels } = profile
    return {
      core,
      account: profile.userId,
      openSocket: openSocket(this, life),
      openPost: openPost(this, life),
      timers: {
        now: () => profile.now(),
        after: (ms, work) => {
          const timer = life.after(ms, work)
          return () => timer.cancel()
        },
      },
      random: () => world.plantedJitter(this.random.next()),
      locks: profile.plan.isWithoutLocks ? null : { request: (name, options, work) => locks.request(life, name, work, options) },
      channel: {
        post: (message) => channels.post(syncing, life, message),
        // Posted by `startSync` alone.
        listen: (listener) => channels.listen(syncing, life, (message) => listener(message as SyncMessage)),
        close: () => undefined,
      },
      isVisible: () => this.isVisible,
      onChanged: () => undefined,
      onStatus: (status, isLeader) => {
        if (status.link !== this.status?.link || status.trouble !== this.status.trouble)
          world.tell(`${this.name} is ${status.link} ${status.trouble ?? ''}`)
        this.status = status
        this.isLeader = isLeader
      },
      report: (kind, detail) => world.deviceReport(this, kind, detail),
    }
  }

  nudge(why: Nudge): void {
    this.life?.does(() => this.#running?.sync?.nudge(why))
  }

  show(isVisible: boolean): void {
    this.isVisible = isVisible
    this.life?.does(() => this.#running?.sync?.sightChanged())
    if (isVisible) this.nudge('visible')
  }

  crash(fuse: number, downMs: number): void {
    const { life } = this
    if (life === undefined) return
    life.onEnd(() => {
      this.profile.world.tell(`${this.name} is gone`)
      this.profile.world.clockwork.after(downMs, () => this.start())
    })
    if (fuse === 0) life.end()
    else life.burn(fuse)
  }

  /** Whether it knows the shape to be complete. */
  readonly holds = (shape: string): boolean => this.#running?.live.holds(shape) === true

  /** What it would show of a comment now. */
  async shows(commentId: string): Promise<boolean> {
    return (await this.#running?.live.read.get(comments, commentId)) !== undefined
  }

  act(step: TabStep, luck: Random): void {
    const running = this.#running
    if (running === null || !this.isOpen) return
    running.life.does(() => this.#behind(step.kind, () => this.#do(running, step, luck)))
  }

  async #do(running: Running, step: TabStep, luck: Random): Promise<void> {
    const { core, live, sync } = running
    const { profile } = this
    const { world } = profile
    switch (step.kind) {
      case 'mutation': {
        const intent = await intentOf(step.mutation, this.#person(running), luck)
        if (intent === null) return
        const { mutation, args, text, commentId } = intent
        const now = profile.now()
        await live.overlay.dryRun(mutation, args, now)
        const { value: n } = await core.enqueue(mutationOf(mutation, args, now))
        world.committed(this, { n, name: mutation.name, text, commentId })
        break
      }
      case 'visit':
        await core.follow(`thread:${postIdOf(luck.whole(0, world.plan.posts - 1))}`, 'visited')
        return sync?.nudge('shapes')
      case 'leave':
        await core.release([`thread:${postIdOf(luck.whole(0, world.plan.posts - 1))}`])
        return sync?.nudge('shapes')
      case 'retry':
      case 'discard': {
        const { refused } = profile.database.peek()
        if (refused.length === 0) return
        const mutation = luck.pick(refused)
        if (step.kind === 'discard') world.thrownAway(mutation.args)
        else world.sentAnew(mutation.args)
        await (step.kind === 'retry' ? core.retry(mutation.n) : core.discard(mutation.n))
        break
      }
      case 'callBack': {
        const unseen = profile.database.peek().queue.filter((mutation) => !mutation.isOffered && mutation.name !== voidName)
        if (unseen.length === 0) return
        const { n, args } = luck.pick(unseen)
        // A tab may go before it hears that it is done; what is not done is not thrown away.
        world.thrownAway(args)
        const keepIfStillThere = (): void => {
          const queued = profile.database.peek().queue.find((mutation) => mutation.n === n)
          if (isSameJson(queued?.args, args)) world.keptAfterAll(args)
        }
        running.life.onEnd(keepIfStillThere)
        await core.callBack(n).finally(keepIfStillThere)
      }
    }
    sync?.nudge('queue')
    await running.settling
  }

  #person({ live }: Running): Person {
    const { profile } = this
    const { world, userId } = profile
    return {
      userId,
      read: live.read,
      isOld: profile.plan.isOld && !world.isRenewed,
      posts: world.plan.posts,
      conversations: world.plan.conversations ?? 0,
      now: () => profile.now(),
      newId: () => profile.newId(profile.now()),
      typed: () => world.typed(),
    }
  }

  #take(change: LocalChange): void {
    const running = this.#running
    if (running === null || !this.isOpen) return
    this.isChanged = true
    running.settling = running.live.take(change).catch((error: unknown) => this.#trouble('live', error))
    if (!change.meta.includes(metaNames.viewer)) return
    this.#behind('viewer', async () => {
      await running.settling
      running.facts.viewer = viewerOf(this.profile.database.peek().meta.get(metaNames.viewer), this.profile.userId)
      await running.live.viewerChanged()
    })
  }

  #behind(about: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => this.#trouble(about, error))
  }

  /** Refusals and a device in trouble are what a person is told; anything else is a bug. */
  #trouble(about: string, error: unknown): void {
    const { world } = this.profile
    if (error instanceof AppError || error instanceof DeviceTrouble) world.tell(`${this.name}: ${about}: ${String(error)}`)
    else world.unexpected(error, `${this.name}: ${about}`)
  }
}

async function storedViewer(store: DeviceStore, userId: string): Promise<Viewer> {
  return viewerOf((await store.read((tx) => tx.meta.get(metaNames.viewer)))?.value, userId)
}

/** Put there by the core alone. */
function viewerOf(value: unknown, userId: string): Viewer {
  return (value as Viewer | undefined) ?? member(userId)
}
