import { AppError } from '#shared/kernel/errors.ts'
import type { ErrorCode } from '#shared/kernel/errors.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { FailureKind } from '#server/store/port.ts'
import type { ApplyRequest } from './apply.ts'
import type { Fence } from './leases.ts'
import type { Acknowledgement, Greeting } from './numbered-devices.ts'
import type { NumberedRequest } from './numbered.ts'
import type { PruneStep } from './prune.ts'
import type { Writer } from './writer.ts'

/** What the writer's thread is started with. */
export interface WriterStart {
  readonly address: StoreAddress
  /** URL of the module that exports `serverRegistry`. */
  readonly serverRegistry: string
  readonly maxInGroup: number | undefined
}

/** What the writer can be asked for, by the name of its method. */
export type Ask =
  | { readonly kind: 'apply'; readonly request: ApplyRequest }
  | { readonly kind: 'take'; readonly request: NumberedRequest }
  | { readonly kind: 'meet'; readonly request: Greeting }
  | { readonly kind: 'acknowledge'; readonly request: Acknowledgement }
  | { readonly kind: 'prune'; readonly request: PruneStep }
  | { readonly kind: 'work'; readonly name: string; readonly args: unknown; readonly fence: Fence | undefined }

export interface ToWriter {
  readonly asks: readonly { readonly n: number; readonly ask: Ask }[]
  /** Finish, close the store, and say `closed`. */
  readonly close?: boolean
}

/** One message for each commit, or whatever else there is to say. */
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly WireAnswer[]; readonly healthy: boolean }
  | { readonly kind: 'committed'; readonly seq: number }
  | { readonly kind: 'log'; readonly error: WireError; readonly about: string }
  | { readonly kind: 'closed' }

export type WireAnswer =
  /** Of `apply`. */
  | { readonly n: number; readonly outcome: WireOutcome }
  /** Of every other ask: plain data as it is. */
  | { readonly n: number; readonly plain: unknown }
  /** The mutation ran into a bug, or its commit failed. */
  | { readonly n: number; readonly failed: WireError }

export type WireOutcome = Exclude<Outcome, { kind: 'rejected' }> | { readonly kind: 'rejected'; readonly error: WireError }

/** Puts an ask to the writer; the answer as it travels. */
export async function answerTo(writer: Writer, n: number, ask: Ask): Promise<WireAnswer> {
  if (ask.kind === 'apply') return { n, outcome: packOutcome(await writer.apply(ask.request)) }
  if (ask.kind === 'take') return { n, plain: await writer.take(ask.request) }
  if (ask.kind === 'meet') return { n, plain: await writer.meet(ask.request) }
  if (ask.kind === 'prune') return { n, plain: await writer.prune(ask.request) }
  if (ask.kind === 'work') return { n, plain: await writer.work(ask.name, ask.args, ask.fence) }
  return { n, plain: await writer.acknowledge(ask.request) }
}

/** An error as plain data: cloning one between threads would lose its class and fields. */
export interface WireError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly app?: {
    readonly code: ErrorCode
    readonly reason: Reason | undefined
    readonly field: string | undefined
    readonly retryAfterMs: number | undefined
  }
  readonly failure?: FailureKind
}

export function packError(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined }
  const { name, message, stack } = error
  if (error instanceof StoreFailure) return { name, message, stack, failure: error.kind }
  if (!(error instanceof AppError)) return { name, message, stack }
  const { code, reason, field, retryAfterMs } = error
  return { name, message, stack, app: { code, reason, field, retryAfterMs } }
}

export function unpackError({ name, message, stack, app, failure }: WireError): Error {
  if (app !== undefined) return unpackAppError(app, message)
  const error = failure === undefined ? new Error(message) : new StoreFailure(failure, message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}

export function packOutcome(outcome: Outcome): WireOutcome {
  return outcome.kind === 'rejected' ? { kind: 'rejected', error: packError(outcome.error) } : outcome
}

export function unpackOutcome(outcome: WireOutcome): Outcome {
  if (outcome.kind !== 'rejected') return outcome
  const { app, message } = outcome.error
  if (app === undefined) throw new TypeError('a refusal arrived without its code')
  return { kind: 'rejected', error: unpackAppError(app, message) }
}

function unpackAppError({ code, ...details }: NonNullable<WireError['app']>, message: string): AppError {
  return new AppError(code, { ...details, message })
}
