/**
 * Whose turn it is: of several nodes on one store one does what is to be done once (jobs, effects,
 * telling). Its lease is a row that it beats; who sees no beat for long enough, by a monotonic
 * clock of their own, takes the next term, so no two machines' clocks are ever compared. What is
 * done under a lease brings its term along, and the transaction looks whether that is still the
 * term: a node that was frozen and comes back does nothing.
 */
import * as z from 'zod/mini'
import type { Read } from '#shared/kernel/transaction.ts'
import type { AnyOperation } from './operations.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { defineOperation } from './operations.ts'

/** id = what it is for. */
const Lease = z.object({
  id: z.string(),
  /** The node; empty: it was given back. */
  holder: z.string(),
  /** Counts up with each change of hands. */
  term: z.number(),
  /** Counts up while its holder lives. */
  beat: z.number(),
})
export type Lease = z.infer<typeof Lease>

export const leases = defineTable({ name: 'leases', row: Lease, scope: () => 'server', shape: () => null, journal: false })

/** Under which lease something is done. */
export interface Fence {
  readonly lease: string
  readonly term: number
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** @throws LeaseLost when the lease has changed hands since. */
export async function requireFence(read: Read, { lease, term }: Fence): Promise<void> {
  if ((await read.get(leases, lease))?.term !== term) throw leaseLost(lease)
}

export function leaseLost(lease: string): Error {
  return new LeaseLost(`the lease “${lease}” has passed to another node`)
}

/** By its name: it may have come from another thread. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'LeaseLost'
}

interface TakeLease {
  readonly id: string
  readonly holder: string
  /** As it was seen to stand still; `null`: it was not there, or given back. */
  readonly seen: Pick<Lease, 'term' | 'beat'> | null
}

/** Takes it if nothing has moved since it was looked at. @returns the lease as it stands then. */
export const takeLease = defineOperation('leases.take', async ({ tx }, { id, holder, seen }: TakeLease): Promise<Lease> => {
  const before = await tx.get(leases, id)
  const isFree = before === undefined || before.holder === ''
  if (!isFree && (before.term !== seen?.term || before.beat !== seen.beat)) return before
  const taken = { id, holder, term: (before?.term ?? 0) + 1, beat: 0 }
  await tx.put(leases, taken)
  return taken
})

interface OwnLease {
  readonly id: string
  readonly term: number
}

/** @returns whether it is still theirs. */
export const beatLease = defineOperation('leases.beat', async ({ tx }, { id, term }: OwnLease): Promise<boolean> => {
  const lease = await tx.get(leases, id)
  if (lease?.term !== term) return false
  await tx.put(leases, { ...lease, beat: lease.beat + 1 })
  return true
})

/** The next one need not wait. */
export const releaseLease = defineOperation('leases.release', async ({ tx }, { id, term }: OwnLease): Promise<void> => {
  const lease = await tx.get(leases, id)
  if (lease?.term === term) await tx.put(leases, { ...lease, holder: '' })
})

export const leaseOperations: readonly AnyOperation[] = [takeLease, beatLease, releaseLease]
