/** Moderators' work, asked of the server. */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Spotlight } from './schema.ts'
import { detailMutation } from '../kernel/details.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { placedBefore, putNumbered } from '../sequences/ordering.ts'
import { allSpotlights, targetOf } from './queries.ts'
import { canManageSpotlights, hasTurn, isForEverybody } from './rules.ts'
import { spotlightDetails, spotlightKinds, spotlightLimits, spotlights } from './schema.ts'
import { nextTurn } from './turn.ts'

/** A draft, at the end of the order. Running it twice with one id leaves one. */
export const createSpotlight = defineMutation({
  name: 'spotlights.create',
  args: z.strictObject({ id: Id, targetKind: z.enum(spotlightKinds), targetId: Id }),
  async run({ tx, viewer, now }, { id, targetKind, targetId }) {
    authorize(canManageSpotlights(viewer))
    if ((await tx.get(spotlights, id)) !== undefined) return
    if (!isForEverybody(await targetOf(tx, { targetKind, targetId }))) throw new AppError('invalid', { field: 'item' })
    const all = await tx.list(allSpotlights())
    if (all.length >= spotlightLimits.spotlights) throw new AppError('invalid', { field: 'spotlights' })
    await tx.put(spotlights, {
      ...{ id, targetKind, targetId, number: (all.at(-1)?.number ?? 0) + 1, days: spotlightLimits.usualDays, shownAt: 0 },
      ...{ isDraft: true, isRemoved: false, title: '', subtitle: '', subtitleUrl: null, header: '', words: '', imageUrl: null },
      ...{ showsAuthor: false, createdAt: now },
    })
  },
})

export const setSpotlightDetail = detailMutation({
  ...{ name: 'spotlights.setDetail', table: spotlights, details: spotlightDetails },
  may: canManageSpotlights,
})

/** Puts it before another one; `null`: at the end. */
export const moveSpotlight = defineMutation({
  name: 'spotlights.move',
  args: z.strictObject({ id: Id, beforeId: z.nullable(Id) }),
  async run(context, { id, beforeId }) {
    await managed(context, id)
    if (beforeId === id) return
    const all = await context.tx.list(allSpotlights())
    const ids = placedBefore(
      all.map((one) => one.id),
      id,
      beforeId,
    )
    await putNumbered(context.tx, spotlights, all, ids)
  },
})

/** Takes it away, or has it back. */
export const setSpotlightRemoved = defineMutation({
  name: 'spotlights.setRemoved',
  args: z.strictObject({ id: Id, isRemoved: z.boolean() }),
  async run(context, { id, isRemoved }) {
    const before = await managed(context, id)
    if (before.isRemoved !== isRemoved) await context.tx.put(spotlights, { ...before, isRemoved })
  },
})

/** Begins its turn now, out of the order. */
export const promoteSpotlight = defineMutation({
  name: 'spotlights.promote',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, now } = context
    const before = await managed(context, id)
    if (!hasTurn(before, await targetOf(tx, before))) throw new AppError('invalid', { field: 'turn' })
    await tx.put(spotlights, { ...before, shownAt: now })
  },
})

/** Begins the next turn, where one has ended. */
export const turnSpotlights = defineMutation({
  name: 'spotlights.turn',
  from: 'server',
  args: z.strictObject({}),
  async run({ tx, now }) {
    const all = await tx.list(allSpotlights())
    const mayHave = new Set<string>()
    for (const one of all) if (hasTurn(one, await targetOf(tx, one))) mayHave.add(one.id)
    const next = all.find(({ id }) => id === nextTurn(all, mayHave, now))
    if (next !== undefined) await tx.put(spotlights, { ...next, shownAt: now })
  },
})

async function managed({ tx, viewer }: MutationContext, id: string): Promise<Spotlight> {
  authorize(canManageSpotlights(viewer))
  return getOrThrow(tx, spotlights, id)
}
