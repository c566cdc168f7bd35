import type * as z from 'zod/mini'
import type { Transaction } from './transaction.ts'
import type { MemberViewer, Viewer } from './viewer.ts'
import type { Reason } from './verdict.ts'
import { AppError } from './errors.ts'

export interface MutationContext {
  readonly tx: Transaction
  readonly viewer: Viewer
  /** ms since 1970; the server's value is the one that stands. */
  readonly now: number
}

/**
 * A named mutation, run on a device (optimistically) and on the server (finally). It is a function
 * of (tx, viewer, now, args): it awaits nothing but `tx`, makes no ids and reads no clock. Running
 * it twice with the same arguments leaves the same state.
 */
export interface Mutation<Args> {
  readonly name: string
  /** Version of the arguments' shape; raised, with an upcast, when it changes. */
  readonly version: number
  readonly args: z.ZodMiniType<Args>
  /**
   * `member`: anyone may send it, its rule decides. `server`: only the server's own code may (it
   * carries hashes, roles and the like).
   */
  readonly from: 'member' | 'server'
  /**
   * `device`: devices do it by themselves and send it later. `server`: it is asked of the server,
   * which must be there. `server-then-device`: of the server, so that the page it makes next shows
   * it, and where nobody can be asked a device does it.
   */
  readonly runs: 'device' | 'server' | 'server-then-device'
  /**
   * Id of the row it creates: what names that id falls with it when it is refused, and waits when
   * it waits.
   */
  makes?(args: Args): string
  /**
   * The shape in which its row stands afterwards: the device that did it follows that from the
   * answer on, so that it is never without the row.
   */
  opens?(args: Args): string
  /**
   * Ids of rows that must stand before it can be done and that the same device may have made just
   * before.
   */
  needs?(args: Args): readonly string[]
  /** Mutations of one key set the same state: of those not yet sent, only the last is kept. */
  key?(args: Args): string
  /**
   * For arguments that name what they replace: those of the later of two of one key, in the place
   * of the earlier, which was not sent. A conflict on such a mutation is kept with the failed ones,
   * also when the device itself finds it, until its writer decides.
   */
  squash?(earlier: Args, later: Args): Args
  /**
   * The app does it by itself while somebody reads: kept and sent like any mutation, but not
   * counted among what a person has done.
   */
  readonly isQuiet: boolean
  /**
   * Arguments of an earlier version in the form of the next one, by the version they come in. Two
   * versions back are kept.
   */
  readonly upcasts: Readonly<Record<number, (args: unknown) => unknown>>
  run(context: MutationContext, args: Args): Promise<void>
}

type MutationDeclaration<Args> = Pick<Mutation<Args>, 'name' | 'args' | 'run' | 'makes' | 'opens' | 'needs' | 'key' | 'squash'> &
  Partial<Pick<Mutation<Args>, 'version' | 'from' | 'runs' | 'upcasts' | 'isQuiet'>>

export function defineMutation<Args>(declaration: MutationDeclaration<Args>): Mutation<Args> {
  return { version: 1, from: 'member', runs: 'server', upcasts: {}, isQuiet: false, ...declaration }
}

/**
 * Arguments as the present version takes them. @throws AppError 'outdated' when they are too old,
 * or of a version nobody knows yet.
 */
export function upcastArgs(mutation: Mutation<unknown>, version: number, args: unknown): unknown {
  let current = args
  for (let at = version; at !== mutation.version; at += 1) {
    const upcast = mutation.upcasts[at]
    if (at > mutation.version || upcast === undefined) {
      throw new AppError('outdated', { message: `${mutation.name}: no way from version ${version} to ${mutation.version}` })
    }
    current = upcast(current)
  }
  return current
}

/**
 * @throws AppError 'invalid' with the field at fault. Unknown keys are refused where the schema is
 *   strict.
 */
export function parseArgs<Args>(mutation: Mutation<Args>, value: unknown): Args {
  const result = mutation.args.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.length ? issue.path.map(String).join('.') : unknownKey(issue)
  throw new AppError('invalid', { field, message: `${mutation.name}: ${issue?.message ?? 'invalid'} at ${field ?? 'root'}` })
}

function unknownKey(issue: unknown): string | undefined {
  const keys = (issue as { keys?: readonly string[] } | undefined)?.keys
  return keys?.[0]
}

/** @throws AppError 'not-allowed' with 'sign-in-first' or 'banned'. */
export function signedIn(viewer: Viewer): MemberViewer {
  if (viewer.kind === 'member') return viewer
  throw new AppError('not-allowed', { reason: viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned' })
}

/** What the sender of a mutation hears. */
export type Outcome =
  | { readonly kind: 'applied'; readonly seq: number }
  | { readonly kind: 'rejected'; readonly error: AppError }
  /** Too fast: the same mutation will be taken after `retryAfterMs`; `reason`, where it has one. */
  | { readonly kind: 'later'; readonly retryAfterMs: number; readonly reason?: Reason }
