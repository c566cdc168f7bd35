import * as z from 'zod/mini'
import type { AccountImport } from './archive-schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { notificationId, notifications } from '../notifications/schema.ts'
import { canWritePosts } from '../posts/rules.ts'
import { importLimits } from './archive-limits.ts'
import { accountImports, Counts, importStepId, importSteps, Step } from './archive-schema.ts'

/**
 * A part of an archive has arrived. `from` is how many arrived before it: a part that was sent
 * twice counts once, and 0 begins anew, unless one is being imported already.
 */
export const addToImport = defineMutation({
  name: 'accountImports.add',
  // What it brings is too large for the way of other mutations: its route sends it.
  from: 'server',
  args: z.strictObject({
    from: z.int().check(z.nonnegative()),
    total: z.int().check(z.minimum(1), z.maximum(importLimits.steps)),
    steps: z.array(Step).check(z.minLength(1), z.maxLength(importLimits.stepsAtOnce)),
    leftOut: Counts,
  }),
  async run({ tx, viewer, now }, { from, total, steps, leftOut }) {
    authorize(canWritePosts(viewer))
    const { userId } = signedIn(viewer)
    const before = await tx.get(accountImports, userId)
    if (before?.state === 'running') throw new AppError('conflict', { field: 'from' })
    if (before?.state === 'receiving' && from > 0 && from < before.received) return
    if (from > 0 && (before?.state !== 'receiving' || before.received !== from || before.total !== total))
      throw new AppError('conflict', { field: 'from' })
    if (from + steps.length > total) throw new AppError('invalid', { field: 'steps' })
    // What is left of one that was longer the job takes away.
    for (const [at, step] of steps.entries()) {
      const n = from + at
      await tx.put(importSteps, { id: importStepId(userId, n), userId, n, step })
    }
    const received = from + steps.length
    const begun: AccountImport =
      from > 0 && before !== undefined
        ? before
        : {
            ...{ id: userId, state: 'receiving', total, received: 0, done: 0, inPlace: {}, leftOut },
            ...{ startedAt: now, finishedAt: null, waitsUntil: 0 },
          }
    await tx.put(accountImports, { ...begun, received, state: received === total ? 'running' : 'receiving' })
  },
})

/**
 * Steps were tried: what became of them. `upTo` is the first that was not; `isDone`: there is none.
 * Sent again after a crash, it counts nothing twice.
 */
export const noteImport = defineMutation({
  name: 'accountImports.note',
  from: 'server',
  args: z.strictObject({
    ...{ userId: Id, from: z.int(), upTo: z.int(), isDone: z.boolean() },
    ...{ inPlace: Counts, leftOut: Counts, waitsUntil: Time },
  }),
  async run({ tx, now }, { userId, from, upTo, isDone, inPlace, leftOut, waitsUntil }) {
    const before = await getOrThrow(tx, accountImports, userId)
    if (before.state !== 'running' || before.done !== from) return
    for (let n = from; n < upTo; n += 1) await tx.delete(importSteps, importStepId(userId, n))
    await tx.put(accountImports, {
      ...before,
      ...{ done: upTo, waitsUntil, inPlace: sum(before.inPlace, inPlace), leftOut: sum(before.leftOut, leftOut) },
      ...(isDone && { state: 'done', finishedAt: now }),
    })
    if (!isDone) return
    const cause = `account-imported:${now}`
    await tx.put(notifications, {
      ...{ id: notificationId(userId, cause), userId, type: 'accountImported', cause, title: '', because: '' },
      ...{ actorId: null, postId: null, commentId: null, at: now, toldAt: now, viewedAt: null, place: 'recent' },
    })
  },
})

function sum(a: Counts, b: Counts): Counts {
  const all = { ...a }
  for (const [key, count] of Object.entries(b)) all[key] = (all[key] ?? 0) + count
  return all
}
