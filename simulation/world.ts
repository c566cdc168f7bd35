/**
 * One run: the site, the people's browsers, and what is known of both that neither could know.
 * Every check hears of what happens here. Nothing in it decides anything for the cores; it only
 * hands them their ports, in some of which a bug may be planted.
 */
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { ClientMessage, Page, ServerMessage } from '#shared/sync/protocol.ts'
import type { Store } from '#server/store/port.ts'
import type { SyncPorts } from '#server/sync/sync-ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { DeviceStore } from '#web/data/device/port.ts'
import type { ClientStatus, ReportKind } from '#web/data/sync/client-ports.ts'
import type { Core, SyncSession } from '#web/data/sync/core.ts'
import type { MemoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import { StoreFailure } from '#server/store/port.ts'
import { sendMessage } from '#shared/messages/mutations.ts'
import { metaNames } from '#web/data/sync/meta.ts'
import type { BugName } from './bugs.ts'
import { startedAt } from './community.ts'
import type { Numbered } from './conversations.ts'
import { EveryBody, wrongInPage } from './device-checks.ts'
import type { Plan } from './plan.ts'
import { Planting } from './planting.ts'
import { Clockwork } from './world/clockwork.ts'
import type { State } from './world/state.ts'
import type { Random } from './world/random.ts'
import { randomFrom } from './world/random.ts'

/** A browser profile, as far as the world must know it. */
export interface SomeProfile {
  readonly name: string
  readonly database: MemoryDeviceDatabase
}

export interface SomeTab {
  readonly name: string
  readonly profile: SomeProfile
  readonly status: ClientStatus | null
}

export interface Committed {
  readonly n: number
  readonly name: string
  readonly text: string | null
  readonly commentId: string | null
}

/** A comment whose writer must go on seeing it. */
export interface Watched {
  readonly profile: SomeProfile
  readonly commentId: string
  /** Tabs in which it has been seen. */
  readonly seenIn: Set<SomeTab>
}

const maxFaults = 12
/** A node that lives beside others hears of their commits within its poll. */
const rightsLagMs = 2_600

export class World {
  readonly plan: Plan
  readonly random: Random
  readonly clockwork = new Clockwork(startedAt)
  readonly faults = new Set<string>()
  readonly bodies = new EveryBody()
  /** Texts that somebody has typed, by the profile they were typed on. */
  readonly texts = new Map<string, SomeProfile>()
  /** Texts whose only copy was thrown away by a person or a browser. */
  readonly excused = new Set<string>()
  readonly watched: Watched[] = []
  /** Messages in the order in which their device has numbered them. */
  readonly numbered = new Map<SomeProfile, Numbered[]>()
  /** When a socket was asked for. */
  readonly connections: number[] = []
  readonly recent: { readonly at: number; readonly state: State }[] = []
  /** Pages that are on their way, to be judged by what the server had. */
  readonly sentPages: { readonly userId: string; readonly text: string }[] = []
  readonly counts = { messages: 0, mutations: 0, digests: 0, restores: 0 }
  /** Messages that say something, by profile; pings and digests do not. */
  readonly session = new Map<SomeProfile, number>()
  isRenewed = false
  crashAll: () => void = () => undefined
  hasBeenRestored = false
  readonly #planting: Planting
  readonly #trace: ((line: string) => void) | undefined
  #typed = 0

  constructor(plan: Plan, bug: BugName | null, trace?: (line: string) => void) {
    this.plan = plan
    this.random = randomFrom(`world ${plan.seed}`)
    this.#trace = trace
    this.#planting = new Planting(bug, this.random.fork('bugs'), () => this.crashAll())
  }

  /** The store has come into this state. */
  become(state: State): void {
    this.bodies.take(state)
    this.recent.push({ at: this.clockwork.now, state })
    while (this.recent.length > 1 && (this.recent[1]?.at ?? 0) < this.clockwork.now - rightsLagMs) this.recent.shift()
  }

  tell(line: string): void {
    this.#trace?.(`${((this.clockwork.now - startedAt) / 1_000).toFixed(3)} ${line}`)
  }

  fault(what: string): void {
    if (this.faults.size >= maxFaults || this.faults.has(what)) return
    this.faults.add(what)
    this.tell(`✗ ${what}`)
  }

  unexpected(error: unknown, about: string): void {
    if (error instanceof StoreFailure) return this.tell(`${about}: ${error.message}`)
    this.fault(`${about}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  serverLog(error: unknown, about: string): void {
    if (error instanceof StoreFailure) return this.tell(`server: ${about}: ${error.message}`)
    if (this.hasBeenRestored && about.includes('stands at')) return this.tell(`server: ${about}`)
    this.unexpected(error, `server: ${about}`)
  }

  deviceReport(tab: SomeTab, kind: ReportKind, detail: string): void {
    this.tell(`${tab.name} reports ${kind}: ${detail}`)
    if (kind === 'device') return
    if (kind === 'new-id') this.numbered.delete(tab.profile)
    if ((kind === 'restored' || kind === 'new-id') && this.hasBeenRestored) return
    this.fault(`${tab.name} reports ${kind}: ${detail}`)
  }

  said(tab: SomeTab, message: ClientMessage): void {
    this.counts.messages += 1
    if (message.t !== 'ping' && message.t !== 'took' && !isRound(tab, message)) this.#talked(tab.profile)
    this.tell(`${tab.name} → ${brief(message)}`)
  }

  heard(tab: SomeTab, message: ServerMessage): void {
    this.counts.messages += 1
    if (message.t !== 'pong' && message.t !== 'digest' && !isRound(tab, message)) this.#talked(tab.profile)
    if (message.t === 'digest') this.counts.digests += 1
    if (
      message.t === 'bye' &&
      (message.code === 'corrupt' || message.code === 'malformed' || message.code === 'account' || message.code === 'version')
    ) {
      this.fault(`${tab.name} is told ${message.code}`)
    }
    this.tell(`${tab.name} ← ${brief(message)}`)
  }

  #talked(profile: SomeProfile): void {
    this.session.set(profile, (this.session.get(profile) ?? 0) + 1)
  }

  typed(): string {
    this.#typed += 1
    return `typed-${this.#typed}.`
  }

  committed(tab: SomeTab, { n, name, text, commentId }: Committed): void {
    this.counts.mutations += 1
    this.tell(`${tab.name} does ${name} as ${n}${text === null ? '' : ` (${text})`}`)
    if (text !== null) this.texts.set(text, tab.profile)
    if (text !== null && name === sendMessage.name) this.numbered.set(tab.profile, [...(this.numbered.get(tab.profile) ?? []), { text, n }])
    if (commentId !== null) this.watched.push({ profile: tab.profile, commentId, seenIn: new Set() })
  }

  /** By its writer's hand. */
  thrownAway(args: unknown): void {
    for (const text of textsIn(JSON.stringify(args))) this.excused.add(text)
  }

  /** A refused one gets another number, behind what was written since. */
  sentAnew(args: unknown): void {
    const texts = textsIn(JSON.stringify(args))
    for (const [profile, sent] of this.numbered)
      this.numbered.set(
        profile,
        sent.filter(({ text }) => !texts.includes(text)),
      )
  }

  /** The hand that was to throw it away did not get there. */
  keptAfterAll(args: unknown): void {
    for (const text of textsIn(JSON.stringify(args))) this.excused.delete(text)
  }

  evicted(profile: SomeProfile): void {
    this.tell(`${profile.name} loses everything`)
    this.numbered.delete(profile)
    // What the server has may still be lost with it: a backup may be older.
    for (const [text, whose] of this.texts) if (whose === profile) this.excused.add(text)
  }

  restored(state: State): void {
    this.hasBeenRestored = true
    this.counts.restores += 1
    this.recent.splice(0, this.recent.length, { at: this.clockwork.now, state })
    // What was applied after the backup is gone from sight until it is offered again.
    this.watched.splice(0)
    this.numbered.clear()
    this.tell('the server is restored from its backup')
  }

  /** R12. A page is built in a snapshot that was the present state a moment ago. */
  async judgePage(userId: string, text: string): Promise<string | null> {
    // The server's own message.
    const page = JSON.parse(text) as Page
    let wrong: string | null = null
    for (const { state } of this.recent.toReversed()) {
      const found = await wrongInPage(state, userId, page, this.clockwork.now)
      if (found === null) return null
      wrong ??= found
    }
    return wrong
  }

  plantedStore(store: Store): Store {
    return this.#planting.store(store)
  }

  plantedWriter(writer: Writer): Writer {
    return this.#planting.writer(writer)
  }

  plantedPolicies(policies: ReadPolicies): ReadPolicies {
    return this.#planting.policies(policies)
  }

  plantedPorts(ports: SyncPorts): SyncPorts {
    return this.#planting.ports(ports)
  }

  plantedDevice(store: DeviceStore): DeviceStore {
    return this.#planting.device(store)
  }

  plantedCore(core: Core, store: DeviceStore): Core {
    return this.#planting.core(core, store)
  }

  /** What a former leader brings is too late: nothing of it is taken in. */
  leaderWatched(core: Core, profile: SomeProfile): Core {
    const watched =
      <Rest extends readonly unknown[], Value>(name: string, work: (session: SyncSession, ...rest: Rest) => Promise<Value>) =>
      async (session: SyncSession, ...rest: Rest): Promise<Value> => {
        const before = profile.database.peek().meta.get(metaNames.term)
        const value = await work(session, ...rest)
        const isFormer = session.term !== null && typeof before === 'number' && session.term < before
        if (isFormer) this.fault(`${profile.name}: ${name} of a former leader was taken in (term ${session.term}, not ${before})`)
        return value
      }
    return {
      ...core,
      takeWelcome: watched('welcome', core.takeWelcome),
      offer: watched('offer', core.offer),
      takeResults: watched('results', core.takeResults),
      takePage: watched('page', core.takePage),
      takeReset: watched('reset', core.takeReset),
      takeDrop: watched('drop', core.takeDrop),
    }
  }

  plantedJitter(random: number): number {
    return this.#planting.jitter(random)
  }
}

export function textsIn(text: string): readonly string[] {
  return text.match(/typed-\d+\./g) ?? []
}

/** Without a socket a device asks every few seconds: that is its ping. */
function isRound(tab: SomeTab, message: ClientMessage | ServerMessage): boolean {
  return tab.status?.via === 'post' && (message.t === 'hello' || message.t === 'welcome')
}

function brief(message: ClientMessage | ServerMessage): string {
  const text = JSON.stringify(message)
  return text.length > 260 ? `${text.slice(0, 260)}…` : text
}
