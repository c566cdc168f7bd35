import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { importLimits, isSmall } from './archive-limits.ts'

/** What an archive can bring back: mutations that any member may send, and no others. */
export const importable = [
  'posts.saveDraft',
  'sequences.create',
  'sequences.setDetail',
  'accounts.updateProfile',
  'readerSettings.set',
  'notifications.choose',
  'feed.set',
  'subscriptions.set',
  'mutes.set',
  'feed.hide',
  'readMarks.set',
  'votes.set',
  'comments.post',
  'comments.postQuickTake',
  'bookmarks.set',
] as const

/** How many of each; keys are names of mutations, or why something was left out. */
export const Counts = z
  .record(z.string().check(z.regex(/^[\w.-]{1,60}$/u)), z.int().check(z.nonnegative()))
  .check(z.refine((counts) => Object.keys(counts).length <= importLimits.reasons, 'too many'))
export type Counts = z.infer<typeof Counts>

export const Step = z.strictObject({
  name: z.enum(importable),
  args: z.record(z.string(), z.unknown()).check(z.refine(isSmall, 'too large')),
})
export type Step = z.infer<typeof Step>

/**
 * A member's archive on its way back into an account; id: the member's. Written by the server.
 */
export const AccountImport = z.object({
  id: Id,
  /** `receiving`: not all of it has arrived. */
  state: z.enum(['receiving', 'running', 'done']),
  total: z.number(),
  received: z.number(),
  /** The first step that still waits; beyond `total`: of an archive that was sent before. */
  done: z.number(),
  /** What stands in the account now, whether this import brought it or it was there before. */
  inPlace: Counts,
  leftOut: Counts,
  startedAt: Time,
  finishedAt: z.nullable(Time),
  /** A rate limit ends then; 0: nothing waits. */
  waitsUntil: Time,
})
export type AccountImport = z.infer<typeof AccountImport>

export const accountImports = defineTable({
  name: 'account_imports',
  row: AccountImport,
  indexes: [['state', 'startedAt']],
  visibility: own('id', { isFollowed: false }),
})

/** One mutation of it, until it was tried; id `USER:N`. */
export const ImportStep = z.object({ id: z.string(), userId: Id, n: z.number(), step: Step })
export type ImportStep = z.infer<typeof ImportStep>

export const importSteps = defineTable({
  name: 'import_steps',
  row: ImportStep,
  indexes: [['userId', 'n']],
  visibility: own('userId', { isFollowed: false }),
  journal: false,
})

export const importStepId = (userId: string, n: number): string => `${userId}:${n}`
