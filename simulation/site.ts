/**
 * The server's side of a run: nodes on one database, which start, stop and die, and what the site's
 * own people do there.
 */
import type { Store } from '#server/store/port.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Account, Link, SyncPorts } from '#server/sync/sync-ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import { createSubscriptionManager } from '#server/sync/subscription-manager.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { policies } from '#shared/policies.ts'
import { deviceRules } from '#shared/shapes.ts'
import { idOf } from '#shared/testing/factories.ts'
import { parseClientMessage, syncLimits } from '#shared/sync/protocol.ts'
import { adminId, foundingMutations, personId, postArgs, postIdOf, startedAt } from './community.ts'
import { conversationIdOf, foundingConversations } from './conversations.ts'
import type { Step } from './plan.ts'
import { databaseOf, notedRegistry } from './site-database.ts'
import type { World } from './world.ts'
import { settled } from './world/clockwork.ts'
import type { State } from './world/state.ts'
import type { Database } from './world/database.ts'
import { noFaults } from './world/database.ts'
import type { Postgres } from './world/database-on-postgres.ts'
import { idMaker } from './world/ids.ts'
import { Life } from './world/life.ts'
import type { Line } from './world/network.ts'
import type { Random } from './world/random.ts'
import { randomFrom } from './world/random.ts'

export class Site {
  readonly nodes: readonly SiteNode[]
  readonly database: Database
  /** Sign-ins that stand: session id to account. */
  readonly signIns = new Map<string, string>()
  readonly #world: World
  #backup: State | undefined
  #editions = 0
  #signInCount = 0

  /** @param postgres what the site's store stands on; null: in memory alone */
  constructor(world: World, postgres: Postgres | null) {
    this.#world = world
    this.database = databaseOf(world, postgres)
    this.database.onState.push((state) => world.become(state))
    world.crashAll = () => this.nodes.forEach((node) => node.crash(0, 500))
    this.nodes = Array.from({ length: world.plan.nodes }, (_, n) => new SiteNode(`node ${n}`, world, this))
  }

  async found(): Promise<void> {
    const founder = this.nodes[0]
    if (founder === undefined) throw new Error('a site needs a node')
    founder.start()
    const doing = (async () => {
      const { plan } = this.#world
      for (const mutation of [...foundingMutations(plan), ...foundingConversations(plan, startedAt - 60_000)]) {
        const outcome = await founder.writer.apply(mutation)
        if (outcome.kind !== 'applied') throw new Error(`the community cannot be founded: ${mutation.name} ${JSON.stringify(outcome)}`)
      }
    })()
    let isDone = false
    void doing.then(() => (isDone = true))
    while (!isDone) {
      await this.#world.clockwork.runUntil(this.#world.clockwork.now + 5, () => undefined)
      await settled()
    }
    await doing
    // However many turns that took.
    await this.#world.clockwork.runUntil(startedAt + foundedWithinMs, () => undefined)
    for (const node of this.nodes.slice(1)) node.start()
  }

  signIn(userId: string): string {
    this.#signInCount += 1
    const id = `sign-in ${this.#signInCount}`
    this.signIns.set(id, userId)
    return id
  }

  signOutEverywhere(userId: string): void {
    for (const [id, whose] of this.signIns) if (whose === userId) this.signIns.delete(id)
  }

  /** A node that is up. */
  anyNode(luck: Random): SiteNode | undefined {
    const up = this.nodes.filter((node) => node.isUp)
    return up.length === 0 ? undefined : luck.pick(up)
  }

  /** A mutation of the site's own people: no device, no number. Forgotten when no node is up. */
  direct(request: Omit<ApplyRequest, 'isOperator'>, luck: Random): void {
    const node = this.anyNode(luck)
    void node?.writer
      .apply({ ...request, isOperator: true })
      .then((outcome) => this.#world.tell(`${request.name} by the site: ${outcome.kind}`))
      .catch((error: unknown) => this.#world.unexpected(error, request.name))
  }

  /** Whatever was held against a person is over. */
  pardon(person: number): void {
    this.direct(
      { name: 'accounts.ban', args: { userId: personId(person), until: null }, userId: adminId, source: 'server' },
      this.#world.random,
    )
  }

  step(step: Extract<Step, { readonly kind: SiteStep }>): void {
    const luck = randomFrom(`step ${step.luck}`)
    const postId = postIdOf(luck.whole(0, this.#world.plan.posts - 1))
    const by = (name: string, args: unknown, userId = adminId): void => this.direct({ name, args, userId, source: 'server' }, luck)
    switch (step.kind) {
      case 'lock':
        return by('posts.setCommentsLocked', { id: postId, isOn: step.isOn })
      case 'unpublish':
        if (step.isOn) return by('posts.unpublish', { id: postId })
        this.#editions += 1
        return by('posts.publish', postArgs(Number(luck.whole(0, this.#world.plan.posts - 1)), this.#editions))
      case 'archive':
        return step.isOn && luck.chance(0.3) ? by('posts.archive', { id: postId }) : undefined
      case 'ban': {
        const userId = personId(step.person)
        if (step.isOn) this.signOutEverywhere(userId)
        const until = step.isOn ? this.#world.clockwork.now + luck.whole(1_000, 100_000) : null
        return by('accounts.ban', { userId, until })
      }
      case 'signOut':
        return this.signOutEverywhere(personId(step.person))
      case 'role': {
        const groups = step.isOn ? ['moderators'] : []
        return by('accounts.setRoles', { userId: personId(step.person), isAdmin: false, groups })
      }
      case 'removeComment': {
        const ids = [...(this.database.state.tables.get('comments')?.keys() ?? [])]
        return ids.length === 0 ? undefined : by('comments.remove', { id: luck.pick(ids), reason: 'off topic' })
      }
      case 'leaveConversation':
      case 'addToConversation': {
        const id = conversationIdOf(luck.whole(0, Math.max(0, (this.#world.plan.conversations ?? 0) - 1)))
        this.#editions += 1
        const messageId = idOf(4_000_000 + this.#editions)
        const person = personId(step.person)
        if (step.kind === 'leaveConversation') return by('conversations.leave', { id, messageId }, person)
        return by('conversations.addParticipants', { id, messageId, participantIds: [person] })
      }
      case 'muteMember':
        return by('mutes.set', { mutedId: adminId, isMuted: luck.chance(0.7) }, personId(step.person))
      case 'fullServer':
        this.database.isFull = true
        this.#world.clockwork.after(step.ms, () => (this.database.isFull = false))
        return
      case 'backUp':
        this.#backup = this.database.state
        return
      case 'restore':
        return this.#restore()
      case 'prune': {
        // Never what a node has yet to read: the product keeps 200,000 entries, and a node looks
        // every two seconds.
        const { position } = this.database.state
        const keep = Math.max(step.keep, position - (this.#world.recent[0]?.state.position ?? 0))
        this.anyNode(luck)
          ?.store.write((batch) => batch.pruneJournal(keep, 1_000_000))
          .catch((error: unknown) => this.#world.unexpected(error, 'prune'))
        return
      }
      case 'crashNode':
        return this.nodes[step.node % this.nodes.length]?.crash(step.fuse, step.downMs)
      case 'stopNode':
        return this.nodes[step.node % this.nodes.length]?.stop(step.downMs)
    }
  }

  #restore(): void {
    const backup = this.#backup
    if (backup === undefined || backup === this.database.state) return
    for (const node of this.nodes) node.crash(0, 500)
    this.database.restore(backup)
    this.#world.restored(backup)
  }

  /** Nothing of it goes on. */
  end(): void {
    for (const node of this.nodes) if (node.isUp) node.life.end()
  }

  heal(): void {
    this.database.isFull = false
    this.database.faults = noFaults
    for (const node of this.nodes) {
      if (node.isUp) node.life.defuse()
      node.start()
    }
  }
}

/** Steps that happen at the server. */
export type SiteStep =
  | 'lock' | 'unpublish' | 'archive' | 'ban' | 'role' | 'signOut' | 'removeComment'
  | 'leaveConversation' | 'addToConversation' | 'muteMember' | 'fullServer' | 'backUp' | 'restore' | 'prune' | 'crashNode' | 'stopNode' // oxfmt-ignore

const foundedWithinMs = 1_000
/** So that pushes of a few mutations make more than one group. */
const smallGroup = 8

interface RunningNode {
  readonly life: Life
  readonly store: Store
  readonly writer: Writer
  readonly subscriptionManager: SubscriptionManager
}

export class SiteNode {
  readonly name: string
  readonly #world: World
  readonly #site: Site
  readonly #random: Random
  #running: RunningNode | undefined

  constructor(name: string, world: World, site: Site) {
    this.name = name
    this.#world = world
    this.#site = site
    this.#random = world.random.fork(name)
  }

  get isUp(): boolean {
    return this.#running !== undefined && !this.#running.life.isOver
  }

  get life(): Life {
    return this.#present().life
  }

  get writer(): Writer {
    return this.#present().writer
  }

  get store(): Store {
    return this.#present().store
  }

  get subscriptionManager(): SubscriptionManager {
    return this.#present().subscriptionManager
  }

  #present(): RunningNode {
    if (this.#running === undefined) throw new Error(`${this.name} is down`)
    return this.#running
  }

  start(): void {
    if (this.isUp) return
    const { clockwork } = this.#world
    const life = new Life(this.name, clockwork)
    life.onEnd(() => this.#world.tell(`${this.name} is gone`))
    const store = this.#world.plantedStore(this.#site.database.open(life))
    const clock = (): number => clockwork.now
    const log = (error: unknown, about: string): void => this.#world.serverLog(error, about)
    const writer = this.#world.plantedWriter(
      inProcessWriter(store, notedRegistry, { clock, newId: idMaker(this.#random), log, maxInGroup: smallGroup }),
    )
    const ports: SyncPorts = {
      store,
      writer,
      viewerOf: serverRegistry.viewerOf,
      openSessions: async (_read, ids) => {
        await life.step()
        return new Set(ids.filter((id) => this.#site.signIns.has(id)))
      },
      policies: this.#world.plantedPolicies(policies),
      rules: deviceRules,
      clock,
      timers: {
        every: (ms, work) => every(life, ms, work),
        after: (ms, work) => {
          const timer = life.after(ms, work)
          return () => timer.cancel()
        },
        turn: () => life.sleep(0),
      },
      hash: (text) => text,
      log,
      build: 'simulated',
    }
    this.#running = { life, store, writer, subscriptionManager: createSubscriptionManager(this.#world.plantedPorts(ports)) }
    this.#world.tell(`${this.name} is up`)
  }

  crash(fuse: number, downMs: number): void {
    if (!this.isUp) return
    const { life } = this.#present()
    this.#upAgainAfter(downMs)
    if (fuse === 0) life.end()
    else life.burn(fuse)
  }

  /** A planned stop: it says farewell first. */
  stop(downMs: number): void {
    if (!this.isUp) return
    const { life, subscriptionManager, writer } = this.#present()
    this.#upAgainAfter(downMs)
    void subscriptionManager
      .stop()
      .then(() => writer.close())
      .then(() => life.sleep(50))
      .then(() => life.end())
  }

  #upAgainAfter(ms: number): void {
    this.#present().life.onEnd(() => this.#world.clockwork.after(ms, () => this.start()))
  }

  /** As the socket's adapter does: frames are checked, then handed on. */
  connect(line: Line, signIn: string): void {
    const account = this.#accountOf(signIn)
    const link: Link = {
      send: (text) => {
        this.#sends(text, account)
        line.server.send(text)
      },
      close: () => line.server.close(),
      buffered: () => line.server.buffered(),
      maxPages: syncLimits.pagesOutstanding,
      isLasting: true,
    }
    const session = this.subscriptionManager.open(link, account)
    line.server.onDown = () => session.closed()
    line.server.onMessage = (text) => {
      const message = parseClientMessage(JSON.parse(text))
      if (message === null) {
        this.#world.fault(`a device said what is no message: ${text.slice(0, 200)}`)
        session.bye('malformed')
      } else void session.receive(message)
    }
  }

  /** As the route does: the same conversation, with an end. */
  async post(text: string, signIn: string): Promise<string> {
    const answers: string[] = []
    const account = this.#accountOf(signIn)
    const link: Link = {
      send: (answer) => {
        this.#sends(answer, account)
        answers.push(answer)
      },
      close: () => undefined,
      buffered: () => 0,
      maxPages: 64,
      isLasting: false,
    }
    const session = this.subscriptionManager.open(link, account)
    // The device's own request.
    const { messages } = JSON.parse(text) as { readonly messages: readonly unknown[] }
    for (const each of messages) {
      const message = parseClientMessage(each)
      if (message === null) this.#world.fault(`a device posted what is no message: ${JSON.stringify(each).slice(0, 200)}`)
      else await session.receive(message)
    }
    await session.quiet()
    await this.subscriptionManager.caughtUp()
    await session.quiet()
    session.delivered()
    session.closed()
    return `{"messages":[${answers.join(',')}]}`
  }

  #sends(text: string, account: Account | null): void {
    if (account !== null && text.startsWith('{"t":"page"')) this.#world.sentPages.push({ userId: account.userId, text })
  }

  #accountOf(signIn: string): Account | null {
    const userId = this.#site.signIns.get(signIn)
    return userId === undefined ? null : { sessionId: signIn, userId }
  }
}

function every(life: Life, ms: number, work: () => void): () => void {
  let timer = life.after(ms, tick)
  function tick(): void {
    timer = life.after(ms, tick)
    work()
  }
  return () => timer.cancel()
}
