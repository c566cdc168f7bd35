/**
 * Brings what votes gave to somebody's work into sight, when their batch is due: each sum beside
 * its post or comment, added to what they have not looked at yet. It tells nobody of anything else,
 * and no mail or push goes out for it.
 */
import type { KarmaItem, KarmaNews } from '#shared/notifications/karma-schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Log, Writer } from '#server/sync/writer.ts'
import type { ReadStore } from './audience.ts'
import type { KarmaChange } from './tables.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { karmaNews } from '#shared/notifications/karma-schema.ts'
import { canSeeKarma } from '#shared/notifications/rules.ts'
import { noticeLimits } from '#shared/notifications/types.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { karmaGathered } from '#server/triggers/karma-batch.ts'
import { StoreFailure } from '#server/store/port.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation, defineOperation } from '#server/sync/operations.ts'
import { karmaBatches, karmaChanges } from './tables.ts'

const dueKarma = (now: number, limit: number) =>
  defineQuery({ table: karmaBatches, index: ['dueAt'], equals: [], until: now + 1, order: 'ascending', limit })

/** Of one member, in one of the writer's turns; who has more gets the rest in the next. */
const maxAtOnce = 500

/** A batch that is not due, or has been told, changes nothing. */
export const notifyKarma = defineOperation(
  'notify.karma',
  async ({ tx, viewerOf, now }, { userIds }: { readonly userIds: readonly string[] }): Promise<void> => {
    for (const userId of userIds) {
      const batch = await tx.get(karmaBatches, userId)
      if (batch === undefined || batch.dueAt > now) continue
      const changes = await tx.list(karmaGathered(userId, maxAtOnce))
      for (const { id } of changes) await tx.delete(karmaChanges, id)
      if (changes.length < maxAtOnce) await tx.delete(karmaBatches, userId)
      // A banned or deactivated account is a visitor here, and is told nothing.
      const viewer = await viewerOf(tx, userId, now)
      if (viewer.kind === 'visitor') continue
      const before = await tx.get(karmaNews, userId)
      const unseen = before?.seenAt === null ? before : undefined
      const more = await readable(tx, viewer, changes)
      // What stands there already is no newer for it: whoever looks at it now has seen all.
      if (more.length === 0) continue
      const items = added(unseen?.items ?? [], more)
      const news: KarmaNews = { id: userId, userId, since: unseen?.since ?? batch.since, at: now, items: [...items], seenAt: null }
      await tx.put(karmaNews, news)
    }
  },
)

/** Without what they may not read any more, and what is gone. */
async function readable(tx: Transaction, viewer: Viewer, changes: readonly KarmaChange[]): Promise<readonly KarmaItem[]> {
  const items: KarmaItem[] = []
  for (const { targetKind, targetId, postId, by } of changes) {
    const post = await tx.get(posts, postId)
    const comment = targetKind === 'comment' ? await tx.get(comments, targetId) : undefined
    if (post === undefined || (targetKind === 'comment' && comment === undefined) || !canSeeKarma(viewer, { post, comment })) continue
    items.push({ targetKind, targetId, postId, title: isPublic(post) ? post.title : '', by })
  }
  return items
}

/** A sum that has come to nothing is no news. */
function added(before: readonly KarmaItem[], more: readonly KarmaItem[]): readonly KarmaItem[] {
  const byTarget = new Map(before.map((item) => [item.targetId, item]))
  for (const item of more) byTarget.set(item.targetId, { ...item, by: (byTarget.get(item.targetId)?.by ?? 0) + item.by })
  return [...byTarget.values()]
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, noticeLimits.maxOfKarma)
}

interface NotifyKarma {
  readonly store: ReadStore
  readonly writer: Pick<Writer, 'work'>
  readonly log: Log
}

/**
 * A piece is one of the writer's turns: small, so that others wait no longer than for a few
 * mutations.
 */
const piece = 10
const lookedAt = 500

/** Until nothing is due, or some could not be told: those are tried again with the next turn. */
export async function notifyDueKarma({ store, writer, log }: NotifyKarma, now: number): Promise<void> {
  for (let isMore = true; isMore;) {
    const due = await store.read((read) => read.list(dueKarma(now, lookedAt)))
    isMore = due.length === lookedAt
    for (let from = 0; from < due.length; from += piece) {
      try {
        await runOperation(writer, notifyKarma, { userIds: due.slice(from, from + piece).map(({ id }) => id) })
      } catch (error) {
        if (error instanceof StoreFailure || isLeaseLost(error)) throw error
        // What cannot be told to some must not keep it from the others.
        log(error, 'notify: some karma was left for later')
        isMore = false
      }
    }
  }
}
