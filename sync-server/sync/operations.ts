import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Batch, StoreTransaction } from '#server/store/port.ts'

/** What a work is given inside the transaction. */
export interface OperationContext {
  readonly batch: Batch
  readonly tx: StoreTransaction
  /** ms since 1970 */
  readonly now: number
  /** Who an account is, as the transaction sees it now. */
  readonly viewerOf: (read: Read, userId: string, now: number) => Promise<Viewer>
}

/**
 * Something the server writes for itself, such as a document's log: no mutation, since nobody's
 * device runs it. Arguments and answer are plain data, bytes included: they may travel between
 * threads. All of it is undone when it throws, which is a bug and is logged; refusals are answers.
 */
export interface Operation<Args, Answer> {
  readonly name: string
  readonly run: (context: OperationContext, args: Args) => Promise<Answer>
}

// Works of different arguments stand in one list. Each is only ever given what `runOperation` was,
// which its own type has checked.
export type AnyOperation = Operation<never, unknown>

export function defineOperation<Args, Answer>(name: string, run: Operation<Args, Answer>['run']): Operation<Args, Answer> {
  return { name, run }
}

/** The writer, as far as works go. */
interface WorkWriter {
  work(name: string, args: unknown): Promise<unknown>
}

/** Resolves after the commit. @throws as `Writer.apply` */
export function runOperation<Args, Answer>(writer: WorkWriter, work: Operation<Args, Answer>, args: Args): Promise<Answer> {
  // The writer runs the work of that name and answers what it does.
  return writer.work(work.name, args) as Promise<Answer>
}

type Run = (context: OperationContext, args: unknown) => Promise<unknown>

export function operationsByName(operations: readonly AnyOperation[]): ReadonlyMap<string, Run> {
  const byName = new Map<string, Run>()
  for (const { name, run } of operations) {
    if (byName.has(name)) throw new TypeError(`two works are called ${name}`)
    byName.set(name, run as Run)
  }
  return byName
}
