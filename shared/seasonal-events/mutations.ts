/** Administrators' work, asked of the server. */
import * as z from 'zod/mini'
import { dayMs } from '../kernel/durations.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { putMutation } from '../kernel/row-mutations.ts'
import { isSameJson } from '../kernel/same.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { plainText } from '../text/measure.ts'
import { pagesOf } from './pages.ts'
import { allSeasonalEvents, endedSince, startedSince } from './queries.ts'
import { canManageSeasonalEvents, phaseAt } from './rules.ts'
import type { SeasonalEvent } from './schema.ts'
import { seasonalDetails, seasonalEvents, seasonalLimits, seasonalTallies } from './schema.ts'

type Said = Omit<SeasonalEvent, 'phase' | 'createdAt'>

/**
 * Makes one, or says all of it anew. What has been answered stays what was asked.
 * @throws AppError 'invalid' with the field that does not go with the others.
 */
export const putSeasonalEvent = putMutation({
  ...{ name: 'seasonalEvents.put', table: seasonalEvents, details: seasonalDetails, may: canManageSeasonalEvents },
  make: ({ now }, said) => ({ phase: phaseAt(said, now), createdAt: now }),
  async check({ tx, now }, said) {
    const before = await tx.get(seasonalEvents, said.id)
    if (before === undefined && (await tx.count(allSeasonalEvents())) >= seasonalLimits.events)
      throw new AppError('not-allowed', { reason: 'too-many-seasonal-events' })
    const field = wrongIn(said) ?? (before === undefined ? null : await wrongAfter(tx, before, said, now))
    if (field !== null) throw new AppError('invalid', { field })
  },
})

function wrongIn({ kind, startAt, endAt, body, options }: Said): keyof Said | null {
  if (endAt <= startAt || endAt - startAt > seasonalLimits.days * dayMs) return 'endAt'
  if (plainText(body).length > seasonalLimits.characters) return 'body'
  const pages = pagesOf(body)
  if (kind === 'ceremony' && (pages.length > seasonalLimits.pages || pages.some(({ content }) => content.length === 0))) return 'body'
  return kind === 'poll' ? (options.length < 2 ? 'options' : null) : options.length > 0 ? 'options' : null
}

/** Of one that is there: nobody’s answer comes to mean something else. */
async function wrongAfter(tx: Transaction, before: SeasonalEvent, said: Said, now: number): Promise<keyof Said | null> {
  if (said.kind !== before.kind) return 'kind'
  // Its results may be public: nobody answers by them.
  if (phaseAt(before, now) === 'over' && said.endAt > before.endAt) return 'endAt'
  return !isSameJson(said.options, before.options) && (await isAnswered(tx, before.id)) ? 'options' : null
}

const isAnswered = async (tx: Transaction, id: string): Promise<boolean> => (await tx.get(seasonalTallies, id)) !== undefined

/** Ends one that runs, or calls off one that is planned. Ended for good. */
export const endSeasonalEvent = defineMutation({
  name: 'seasonalEvents.end',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer, now }, { id }) {
    authorize(canManageSeasonalEvents(viewer))
    const before = await getOrThrow(tx, seasonalEvents, id)
    if (phaseAt(before, now) === 'over') return
    await tx.put(seasonalEvents, { ...before, startAt: Math.min(before.startAt, now), endAt: now, phase: 'over' })
  },
})

/** Takes one away. A poll that has answers stays: they are its members’ own. */
export const removeSeasonalEvent = defineMutation({
  name: 'seasonalEvents.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canManageSeasonalEvents(viewer))
    if ((await tx.get(seasonalEvents, id)) === undefined) return
    if (await isAnswered(tx, id)) throw new AppError('not-allowed', { reason: 'poll-has-answers' })
    await tx.delete(seasonalEvents, id)
  },
})

/** Writes down what has begun or ended: pages that were made before are made anew. */
export const turnSeasonalEvents = defineMutation({
  name: 'seasonalEvents.turn',
  from: 'server',
  args: z.strictObject({}),
  async run({ tx, now }) {
    const due = [...(await tx.list(startedSince(now))), ...(await tx.list(endedSince(now)))]
    for (const event of due) {
      const phase = phaseAt(event, now)
      if (phase !== event.phase) await tx.put(seasonalEvents, { ...event, phase })
    }
  },
})
