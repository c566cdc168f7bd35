import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { mayAct } from '../moderation/measure-rules.ts'
import { ReasonInWords } from '../moderation/measure-schema.ts'
import { noteAudit } from '../moderation/record.ts'
import { traceFigures } from './figures.ts'
import { keysOver, looksOver, newestTraceKey, tracesOfHash, tracesOver } from './queries.ts'
import { altAccountLooks, signInTraces, TraceHash, TraceKind, traceKeys, traceKinds } from './schema.ts'

/** A key for what comes now, unless there is one that is young enough. */
export const rotateTraceKey = defineMutation({
  name: 'signInTraces.rotateKey',
  from: 'server',
  args: z.strictObject({ id: Id, secret: z.string() }),
  async run({ tx, now }, { id, secret }) {
    const [newest] = await tx.list(newestTraceKey())
    if (newest !== undefined && now - newest.at < traceFigures.keyMs) return
    await tx.put(traceKeys, { id, secret, at: now, expiresAt: now + traceFigures.keyMs + traceFigures.traceMs })
  },
})

/** A member signed in from these. */
export const noteTraces = defineMutation({
  name: 'signInTraces.note',
  from: 'server',
  args: z.strictObject({ userId: Id, traces: z.array(z.strictObject({ kind: TraceKind, hash: TraceHash })).check(z.maxLength(2)) }),
  async run({ tx, now }, { userId, traces }) {
    for (const { kind, hash } of traces) {
      const id = `${kind}:${hash}:${userId}`
      const before = await tx.get(signInTraces, id)
      const first = { firstAt: now, times: 0, expiresAt: now + traceFigures.traceMs }
      const { firstAt, times, expiresAt } = before ?? first
      await tx.put(signInTraces, { id, kind, hash, userId, firstAt, lastAt: now, times: times + 1, expiresAt })
    }
  },
})

/** Traces, keys and looks that are over, so many of each at a time. */
export const forgetTraces = defineMutation({
  name: 'signInTraces.forget',
  from: 'server',
  args: z.strictObject({}),
  async run({ tx, now }) {
    for (const { id } of await tx.list(tracesOver(now))) await tx.delete(signInTraces, id)
    for (const { id } of await tx.list(keysOver(now))) await tx.delete(traceKeys, id)
    for (const { id } of await tx.list(looksOver(now))) await tx.delete(altAccountLooks, id)
  },
})

/**
 * Looks for the other accounts of a member, or for those of a browser or an address. Who looked for
 * what, and why, goes into the audit log, and of a browser or an address only that it was one. From
 * the server, on behalf of who asks: it alone makes hashes.
 */
export const lookForAltAccounts = defineMutation({
  name: 'altAccounts.look',
  from: 'server',
  args: z.strictObject({
    id: Id,
    kind: z.enum(['member', ...traceKinds]),
    userId: z.nullable(Id),
    hashes: z.array(TraceHash).check(z.maxLength(traceFigures.hashes)),
    reason: ReasonInWords,
  }),
  async run(context, { id, kind, userId, hashes, reason }) {
    const { tx, viewer, now } = context
    authorize(mayAct(viewer, 'lookForAltAccounts'))
    const byId = signedIn(viewer).userId
    if ((kind === 'member') !== (userId !== null) || !(await areOf(tx, kind, hashes))) throw new AppError('invalid', { field: 'value' })
    const before = await tx.get(altAccountLooks, id)
    if (before !== undefined) {
      if (before.byId !== byId) throw new AppError('taken', { field: 'id' })
      return
    }
    if (userId !== null) await getOrThrow(tx, members, userId)
    await tx.put(altAccountLooks, { id, byId, userId, hashes, at: now, endsAt: now + traceFigures.lookMs })
    await noteAudit(context, 'read.altAccounts', { userId, details: { kind, reason } })
  },
})

/** Whether a look may begin so: by no hash, one of a browser, or those of an address. */
async function areOf(read: Read, kind: 'member' | TraceKind, hashes: readonly string[]): Promise<boolean> {
  if (kind === 'member') return hashes.length === 0
  if (kind === 'browser' && hashes.length !== 1) return false
  for (const hash of hashes) {
    const [trace] = await read.list(tracesOfHash(hash))
    if (trace !== undefined && trace.kind !== kind) return false
  }
  return true
}
