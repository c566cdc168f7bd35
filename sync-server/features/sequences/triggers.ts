import { defineTrigger } from '#server/sync/triggers.ts'
import type { NewMemberSettings } from '#server/triggers/new-members.ts'
import { holdsBack, requireConfirmedEmail } from '#server/triggers/new-members.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { setSequenceDetail } from '#shared/sequences/mutations.ts'
import { sequences } from '#shared/sequences/schema.ts'

/** A sequence that comes out for the first time is looked at as a post is. */
export const sequenceTriggers = (settings: NewMemberSettings) => [
  defineTrigger(setSequenceDetail, async (context, { id, detail }) => {
    if (detail.field !== 'isDraft' || detail.value) return
    const { tx, viewer, now } = context
    const sequence = await getOrThrow(tx, sequences, id)
    const author = signedIn(viewer)
    requireConfirmedEmail(author, settings)
    if (sequence.publishedAt !== now || sequence.awaitsReview === true) return
    if (await holdsBack(context, author, settings, { what: 'post', postId: null }))
      await tx.put(sequences, { ...sequence, awaitsReview: true })
  }),
]
