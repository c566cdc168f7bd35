/** Moderators' work, asked of the server. */
import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { putMutation } from '../kernel/row-mutations.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { templatesBy } from './queries.ts'
import { canDecide, canWorkQueue } from './rules.ts'
import { moderationTemplates, queueLimits, reviewClaims, templateDetails } from './schema.ts'
import { unknownPlaceholders } from './template-text.ts'

/** Makes a template, or replaces one. */
export const putTemplate = putMutation({
  ...{ name: 'moderationTemplates.put', table: moderationTemplates, details: templateDetails, may: canWorkQueue },
  make: ({ now }) => ({ isDeleted: false, createdAt: now }),
  async check({ tx }, { id, contents }) {
    if (unknownPlaceholders(contents).length > 0) throw new AppError('invalid', { field: 'contents' })
    if ((await tx.get(moderationTemplates, id)) !== undefined) return
    if ((await tx.count(templatesBy(false))) >= queueLimits.templates) throw new AppError('invalid', { field: 'templates' })
  },
})

/** Deletes a template, or restores it. */
export const setTemplateDeleted = defineMutation({
  name: 'moderationTemplates.setDeleted',
  args: z.strictObject({ id: Id, isDeleted: z.boolean() }),
  async run({ tx, viewer }, { id, isDeleted }) {
    authorize(canWorkQueue(viewer))
    const before = await getOrThrow(tx, moderationTemplates, id)
    if (before.isDeleted === isDeleted) return
    if (!isDeleted && (await tx.count(templatesBy(false))) >= queueLimits.templates) throw new AppError('invalid', { field: 'templates' })
    await tx.put(moderationTemplates, { ...before, isDeleted })
  },
})

/**
 * Takes a member of the queue for some minutes, or goes on having them. @throws AppError
 * 'not-allowed' while another moderator has them.
 */
export const claimReview = defineMutation({
  name: 'reviewClaims.take',
  args: z.strictObject({ userId: Id }),
  async run({ tx, viewer, now }, { userId }) {
    const before = await tx.get(reviewClaims, userId)
    authorize(canDecide(viewer, before, now))
    const byId = signedIn(viewer).userId
    await tx.put(reviewClaims, { id: userId, byId, at: now, endsAt: now + queueLimits.claimMs })
  },
})

/** Leaves a member to others. Whom somebody else has stays theirs. */
export const releaseReview = defineMutation({
  name: 'reviewClaims.release',
  args: z.strictObject({ userId: Id }),
  async run({ tx, viewer }, { userId }) {
    authorize(canWorkQueue(viewer))
    const before = await tx.get(reviewClaims, userId)
    if (before?.byId === signedIn(viewer).userId) await tx.delete(reviewClaims, userId)
  },
})
