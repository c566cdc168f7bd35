import type * as z from 'zod/mini'
import type { Transaction } from './transaction.ts'
import type { MemberViewer, Viewer } from './viewer.ts'
import { AppError } from './errors.ts'

export interface MutationContext {
  readonly tx: Transaction
  readonly viewer: Viewer
  /** ms since 1970; the server's value is the one that stands. */
  readonly now: number
}

/**
 * A named deed, run on a device (optimistically) and on the server (finally). It is a function of (tx, viewer, now, args):
 * it awaits nothing but `tx`, makes no ids and reads no clock. Running it twice with the same arguments leaves the same state.
 */
export interface Mutation<Args> {
  readonly name: string
  /** Version of the arguments' shape; raised, with an upcast, when it changes. */
  readonly version: number
  readonly args: z.ZodMiniType<Args>
  /** `member`: anyone may send it, its rule decides. `server`: only the server's own code may (it carries hashes, roles and the like). */
  readonly from: 'member' | 'server'
  run(context: MutationContext, args: Args): Promise<void>
}

interface MutationDeclaration<Args> {
  readonly name: string
  readonly version?: number
  readonly args: z.ZodMiniType<Args>
  readonly from?: 'member' | 'server'
  readonly run: (context: MutationContext, args: Args) => Promise<void>
}

export function defineMutation<Args>(declaration: MutationDeclaration<Args>): Mutation<Args> {
  return { version: 1, from: 'member', ...declaration }
}

/** @throws AppError 'invalid' with the field at fault. Unknown keys are refused where the schema is strict. */
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
  /** Too fast: the same deed will be taken after `retryAfterMs`. */
  | { readonly kind: 'later'; readonly retryAfterMs: number }
