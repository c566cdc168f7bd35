import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { Change } from './change.ts'
import { inlineCommentsOf } from './queries.ts'
import { canDecideSuggestion, canInlineComment } from './rules.ts'
import { inlineCommentLimits, inlineComments, Taken } from './schema.ts'

/**
 * Proposes one change to a text that is being written. Running it twice with one id leaves one
 * proposal.
 */
export const suggestChange = defineMutation({
  name: 'remarks.suggest',
  runs: 'device',
  args: z.strictObject({ id: Id, postId: Id, change: Change, quote: z.string().check(z.maxLength(inlineCommentLimits.quote)) }),
  makes: ({ id }) => id,
  needs: ({ postId }) => [postId],
  async run({ tx, viewer, now }, { id, postId, change, quote }) {
    const { userId } = signedIn(viewer)
    authorize(canInlineComment(viewer, await getOrThrow(tx, posts, postId)))
    const existing = await tx.get(inlineComments, id)
    if (existing !== undefined) {
      if (existing.authorId !== userId) throw new AppError('not-found')
      return
    }
    // Counted before they are read: many are sent one after the other.
    const mayBeFull = (await tx.count(inlineCommentsOf(postId))) >= maxOpen
    const there = mayBeFull ? await tx.list(inlineCommentsOf(postId)) : []
    if (there.filter((inlineComment) => inlineComment.change !== undefined && inlineComment.resolvedAt === null).length >= maxOpen) {
      throw new AppError('rate-limited', { message: 'too many open proposals' })
    }
    const states = { editedAt: null, resolvedAt: null, resolvedById: null, removedAt: null }
    await tx.put(inlineComments, {
      id,
      postId,
      authorId: userId,
      parentId: null,
      anchor: null,
      quote,
      body: '',
      change,
      createdAt: now,
      ...states,
    })
  },
})

/** Of one text. */
const maxOpen = 500

/**
 * A proposal was taken over, or will not be; `null`: it is open again. The text itself is changed
 * in its document, so that one taken over stays so whatever else was decided apart from it; but for
 * who has seen that its words are not there any more (`isUndone`). `taken`: what that wrote there.
 */
export const decideSuggestion = defineMutation({
  name: 'remarks.decide',
  runs: 'device',
  args: z.strictObject({
    id: Id,
    verdict: z.nullable(z.enum(['accepted', 'rejected'])),
    taken: z.optional(Taken),
    isUndone: z.optional(z.literal(true)),
  }),
  needs: ({ id }) => [id],
  key: ({ id }) => `remark:${id}:resolved`,
  async run({ tx, viewer, now }, { id, verdict, taken, isUndone = false }) {
    const inlineComment = await getOrThrow(tx, inlineComments, id)
    authorize(canDecideSuggestion(viewer, inlineComment, await getOrThrow(tx, posts, inlineComment.postId)))
    const isNews = verdict === 'accepted' && taken !== undefined && !(inlineComment.taken ?? []).some((one) => isSameWork(one, taken))
    const works = isNews ? [...(inlineComment.taken ?? []), taken].slice(0, inlineCommentLimits.taken) : inlineComment.taken
    const known = works === undefined ? {} : { taken: works }
    const stays = inlineComment.verdict === 'accepted' && !(isUndone && verdict === null)
    if (stays || (inlineComment.verdict ?? null) === verdict) {
      if (isNews) await tx.put(inlineComments, { ...inlineComment, ...known })
      return
    }
    const { verdict: _before, ...open } = inlineComment
    if (verdict === null) await tx.put(inlineComments, { ...open, resolvedAt: null, resolvedById: null })
    else await tx.put(inlineComments, { ...open, ...known, verdict, resolvedAt: now, resolvedById: signedIn(viewer).userId })
  },
})

const isSameWork = (one: Taken, other: Taken): boolean => one.client === other.client && one.from === other.from
