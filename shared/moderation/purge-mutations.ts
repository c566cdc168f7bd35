/**
 * Taking an account and all its work away. The mutation bans and says that it is to be done; the
 * server goes through the work in steps (`sync-server/features/moderation/purge.ts`), and after a
 * stop goes on where it was.
 */
import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { putBan } from './ban-records.ts'
import { canPurge, mayAct } from './measure-rules.ts'
import { measureLimits, Note, purges, Reason, userRateLimits } from './measure-schema.ts'
import { decide, leaveQueue, raise } from './record.ts'
import { seen } from './review-mutations.ts'

export const purgeMember = defineMutation({
  name: 'moderation.purge',
  args: z.strictObject({ userId: Id, publicReason: Reason, privateNote: Note, seen }),
  async run(context, { userId, publicReason, privateNote, seen }) {
    const { tx, now, viewer } = context
    authorize(mayAct(viewer, 'purge'))
    const member = await getOrThrow(tx, members, userId)
    authorize(canPurge(viewer, member, now))
    const before = await tx.get(purges, userId)
    if (before?.doneAt === null) return
    const left = await leaveQueue(tx, userId, now)
    await decide(context, userId, {
      act: purgeMember.name,
      type: 'purged',
      more: { detail: `${publicReason}${privateNote === '' ? '' : ` (${privateNote})`}` },
      details: { publicReason, privateNote },
      seen,
      change: () => left,
    })
    await putBan(context, member, { until: now + measureLimits.foreverMs, publicReason, privateNote })
    const none = { posts: 0, drafts: 0, comments: 0, sequences: 0, votes: 0, messages: 0, wikiEdits: 0, rsvps: 0 }
    await tx.put(purges, { id: userId, byId: signedIn(viewer).userId, at: now, ...none, doneAt: null })
  },
})

/**
 * Takes the next of it away, as the server's triggers do. Nothing where no purge is under
 * way.
 */
export const purgeStep = defineMutation({
  name: 'moderation.purgeStep',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  run: async () => undefined,
})

/** What a limit's end brings about: its member is looked at once more. */
export const noticeEndedLimit = defineMutation({
  name: 'moderation.noticeEndedLimit',
  from: 'server',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, now } = context
    const limit = await tx.get(userRateLimits, id)
    if (limit === undefined || limit.endsAt > now || limit.isNoticed === true) return
    await tx.put(userRateLimits, { ...limit, isNoticed: true })
    await raise(context, limit.userId, 'manualRateLimitExpired')
  },
})
