import type { MemberReview } from '../moderation/measure-schema.ts'
import type { QueueGroup } from '../moderation/action-types.ts'
import type { Read } from '../kernel/transaction.ts'
import type { TemplateKind } from './schema.ts'
import { posts } from '../posts/schema.ts'
import { queueGroups } from '../moderation/action-types.ts'
import { memberReviews } from '../moderation/measure-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { moderationTemplates, queueLimits } from './schema.ts'

export const templatesBy = (isDeleted: boolean) =>
  defineQuery({
    ...{ table: moderationTemplates, index: ['isDeleted', 'order'], equals: [isDeleted] },
    ...{ order: 'ascending', limit: queueLimits.templates + 1 },
  })

export const templatesOf = (kind: TemplateKind) =>
  defineQuery({
    ...{ table: moderationTemplates, index: ['kind', 'isDeleted', 'order'], equals: [kind, false] },
    ...{ order: 'ascending', limit: queueLimits.templates },
  })

/** Members who wait under a tab, those who have waited longest first. */
export const waitingIn = (group: QueueGroup, limit: number) =>
  defineQuery({ table: memberReviews, index: ['group', 'queuedAt'], equals: [group], order: 'ascending', limit })

/** How many wait, tab by tab: one count each over an index, however many they are. */
export async function waitingCounts(read: Read): Promise<Readonly<Record<QueueGroup, number>>> {
  const counts = await Promise.all(queueGroups.map(async (group) => [group, await read.count(waitingIn(group, 1))] as const))
  // Each group is there once.
  return Object.fromEntries(counts) as Record<QueueGroup, number>
}

/** How many members wait, under all tabs together. */
export async function inQueue(read: Read): Promise<number> {
  return Object.values(await waitingCounts(read)).reduce((sum, count) => sum + count, 0)
}

/** The first of a tab, or of all tabs in their order. */
export async function firstWaiting(read: Read, tab: QueueGroup | 'all', limit: number): Promise<readonly MemberReview[]> {
  const found: MemberReview[] = []
  for (const group of tab === 'all' ? queueGroups : [tab])
    if (found.length < limit) found.push(...(await read.list(waitingIn(group, limit - found.length))))
  return found
}

/** What a member published, also what waits, the newest first. */
export const postsOfMember = (authorId: string, limit: number) =>
  defineQuery({ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [authorId, 'published'], order: 'descending', limit })

/** Published in the last days: among them are those that are yet to be put on the front page. */
export const postsToSort = (now: number) =>
  defineQuery({
    ...{ table: posts, index: ['status', 'publishedAt'], equals: ['published'], from: now - queueLimits.sortedWithinMs },
    ...{ order: 'descending', limit: queueLimits.sorted },
  })
