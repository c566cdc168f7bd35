import type { FastifyBaseLogger } from 'fastify'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Forms } from '#server/http/form-tools.ts'
import type { NewsSource } from '#server/notify/define-news.ts'
import type { Migration, Store } from '#server/store/port.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Effect } from '#server/sync/effects.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import type { Triggers } from '#server/sync/triggers.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { ReviewMode } from '#shared/moderation/new-members.ts'
import type { RateLimitProfile } from '#shared/moderation/rate-limit.ts'
import type { Row, Table } from '#shared/kernel/table.ts'

/**
 * What the server alone does for a domain: `sync-server/features/<domain>/domain.ts`, listed in
 * `domains.ts`. The process that answers requests loads it, and the writer's thread too: what it
 * imports has to be small.
 */
export interface ServerDomain {
  /** With scripting and without. */
  readonly forms: readonly Forms[]
  /** What follows a mutation in its transaction. */
  readonly triggers: (settings: TriggerSettings) => Triggers
  /** What follows a change some time after its commit. */
  readonly effects: readonly (() => Effect)[]
  /** Done once, when a store of an earlier build is opened. */
  readonly migrations: readonly Migration[]
  /** What the server writes for itself. */
  readonly operations: readonly AnyOperation[]
  /** What time brings about. */
  readonly jobs: readonly Job[]
  /** What its rows are news of, for the notifications of members. */
  readonly news: readonly NewsSource[]
  /** Tables whose rows can name a picture of this site. */
  readonly texts: readonly TextsOf[]
}

/** As the operator has set it. */
export interface TriggerSettings {
  readonly rateLimitProfile: RateLimitProfile
  readonly siteName: string
  /** ISO 4217: payments are in no other. */
  readonly paymentsCurrency: string
  readonly reviewNewMembers: ReviewMode
  /** Mails can be sent, so that a new address can be confirmed. */
  readonly hasMail: boolean
}

export interface JobPorts {
  readonly store: Pick<Store, 'read'>
  readonly apply: (request: ApplyRequest) => Promise<Outcome>
  readonly rooms: Rooms
  readonly writer: Pick<Writer, 'work'>
  readonly log: FastifyBaseLogger
}

/**
 * Runs at once and then after each pause, never twice at a time, on the node that leads. A failure
 * is logged, and the job runs again at its next turn.
 */
export interface Job {
  readonly name: string
  readonly everyMs: number
  run(ports: JobPorts, now: number, isStopping: AbortSignal): Promise<void>
}

export interface TextsOf {
  readonly table: Table
  /**
   * By which its rows are walked: its first field is never null, so that every row stands in it.
   */
  readonly index: readonly string[]
}

interface ServerDomainDeclaration extends Partial<Omit<ServerDomain, 'triggers'>> {
  readonly triggers?: Triggers | ServerDomain['triggers']
}

export function defineServerDomain({ triggers = [], ...more }: ServerDomainDeclaration): ServerDomain {
  return {
    ...{ forms: [], operations: [], effects: [], migrations: [], jobs: [], news: [], texts: [] },
    ...more,
    triggers: typeof triggers === 'function' ? triggers : () => triggers,
  }
}

export function textsIn<R extends Row>(table: Table<R>, index: readonly (keyof R & string)[]): TextsOf {
  // Tables of different rows stand in one list; their rows are read as JSON.
  return { table: table as unknown as Table, index }
}
