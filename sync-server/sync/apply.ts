import { AppError } from '#shared/kernel/errors.ts'
import { parseArgs, upcastArgs } from '#shared/kernel/mutation.ts'
import type { Mutation, Outcome } from '#shared/kernel/mutation.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Batch } from '#server/store/port.ts'
import type { Trigger } from './triggers.ts'
import type { Fence } from './leases.ts'
import type { KeyUse, ServerRegistry } from './server-registry.ts'
import { requireFence } from './leases.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface ApplyRequest {
  readonly name: string
  readonly args: unknown
  /** The account that acts; `null` for a visitor, or the server itself. */
  readonly userId: string | null
  /** `server`: our own code, which alone may send mutations marked so. */
  readonly source: 'member' | 'server'
  /** The operator at the server's console (import, seed): rate limits do not apply. */
  readonly isOperator?: boolean
  /** A program acts with a member's key: see `ServerRegistry.requireApiKey`. */
  readonly byKey?: KeyUse
  /** ms since 1970; for seeds and tests only, else the writer's clock. */
  readonly now?: number
  /** The lease of the node that leads: refused once another node has it. */
  readonly fence?: Fence
}

/** What became of a mutation, before the commit has given it a place in the journal. */
export type Attempt =
  | { readonly kind: 'applied' }
  | { readonly kind: 'rejected'; readonly error: AppError }
  | { readonly kind: 'later'; readonly retryAfterMs: number; readonly reason?: Reason }

export interface ApplyDeps {
  readonly mutations: ReadonlyMap<string, Mutation<unknown>>
  readonly triggers: ReadonlyMap<string, readonly Trigger[]>
  readonly viewerOf: ServerRegistry['viewerOf']
  readonly requireApiKey?: ServerRegistry['requireApiKey'] | undefined
  readonly clock: () => number
  /** @param now ms since 1970 */
  readonly newId: (now: number) => string
}

export function applyDeps(
  { mutations, triggers, viewerOf, requireApiKey }: ServerRegistry,
  { clock, newId }: Pick<ApplyDeps, 'clock' | 'newId'>,
): ApplyDeps {
  const byName = new Map<string, Mutation<unknown>>()
  for (const mutation of mutations) {
    if (byName.has(mutation.name)) throw new TypeError(`two mutations are called ${mutation.name}`)
    byName.set(mutation.name, mutation)
  }
  const byMutation = new Map<string, Trigger[]>()
  for (const trigger of triggers) {
    if (!byName.has(trigger.mutation)) throw new TypeError(`a trigger follows the unknown mutation ${trigger.mutation}`)
    byMutation.set(trigger.mutation, [...(byMutation.get(trigger.mutation) ?? []), trigger])
  }
  return { mutations: byName, triggers: byMutation, viewerOf, requireApiKey, clock, newId }
}

/** A mutation with arguments that its schema has accepted. */
export interface MutationCall {
  readonly mutation: Mutation<unknown>
  readonly args: unknown
}

/**
 * Looks nothing up and runs nothing. @param version of the arguments; the present one unless said.
 * @throws AppError for a name, a sender, a version or arguments that are refused.
 */
export function readMutation(deps: ApplyDeps, request: ApplyRequest, version?: number): MutationCall {
  const mutation = deps.mutations.get(request.name)
  if (mutation === undefined) throw new AppError('unknown-mutation', { message: `no mutation ${request.name}` })
  if (mutation.from === 'server' && request.source === 'member') throw new AppError('not-allowed', { reason: 'server-only' })
  const args = version === undefined ? request.args : presentForm(mutation, version, request.args)
  return { mutation, args: parseArgs(mutation, args) }
}

/** An upcast reads unchecked arguments: if it throws, they are at fault. */
function presentForm(mutation: Mutation<unknown>, version: number, args: unknown): unknown {
  try {
    return upcastArgs(mutation, version, args)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', { message: `${mutation.name}: arguments of version ${version} cannot be brought up to date` })
  }
}

/**
 * Runs one mutation in a savepoint of its own: all of it, triggers included, or nothing. Refusals
 * are answers.
 * @throws whatever else went wrong: a bug, after which the batch may go on, or a StoreFailure,
 *   after which it may not.
 */
export async function applyMutation(batch: Batch, deps: ApplyDeps, request: ApplyRequest): Promise<Attempt> {
  if (request.fence !== undefined) await requireFence(batch.tx, request.fence)
  return attempted(async () => runMutation(batch, deps, request, readMutation(deps, request)))
}

export async function attempted(work: () => Promise<void>): Promise<Attempt> {
  try {
    await work()
    return { kind: 'applied' }
  } catch (error) {
    if (error instanceof AppError) return refusal(error)
    throw error
  }
}

/** @throws AppError the refusal, or a bug: the savepoint is undone in both cases. */
export async function runMutation(batch: Batch, deps: ApplyDeps, request: ApplyRequest, { mutation, args }: MutationCall): Promise<void> {
  const { tx } = batch
  await batch.savepoint(async () => {
    const now = request.now ?? deps.clock()
    if (request.byKey !== undefined && (await keyed(deps)(tx, request, request.byKey, now))) return
    const found = request.userId === null ? visitor : await deps.viewerOf(tx, request.userId, now)
    const viewer = request.isOperator === true && found.kind === 'member' ? { ...found, isOperator: true } : found
    await mutation.run({ tx, viewer, now }, args)
    for (const trigger of deps.triggers.get(mutation.name) ?? []) {
      await trigger.run({ tx, viewer, now, newId: () => deps.newId(now) }, args)
    }
  })
}

function keyed({ requireApiKey }: ApplyDeps): NonNullable<ServerRegistry['requireApiKey']> {
  if (requireApiKey === undefined) throw new TypeError('a call by a key, where nobody judges keys')
  return requireApiKey
}

const longestWaitMs = dayMs

/** A rate limit that ends within a day is "later"; every other refusal is final. */
export function refusal(error: AppError): Attempt {
  const { code, retryAfterMs, reason } = error
  if (code === 'rate-limited' && retryAfterMs !== undefined && retryAfterMs <= longestWaitMs)
    return { kind: 'later', retryAfterMs, ...(reason !== undefined && { reason }) }
  return { kind: 'rejected', error }
}

/**
 * @param seq where the journal stood after the commit: all that the mutation changed is at or below
 *   it.
 */
export function outcomeOf(attempt: Attempt, seq: number): Outcome {
  return attempt.kind === 'applied' ? { kind: 'applied', seq } : attempt
}
