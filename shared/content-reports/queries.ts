import type { Read } from '../kernel/transaction.ts'
import type { Reported } from './rules.ts'
import type { ReportTarget } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { conversations, messages } from '../messages/schema.ts'
import { posts } from '../posts/schema.ts'
import { reportLimits, reports } from './schema.ts'

/** A member's own, newest first. */
export const reportsBy = (reporterId: string, limit: number = reportLimits.listed) =>
  defineQuery({ table: reports, index: ['reporterId', 'createdAt'], equals: [reporterId], order: 'descending', limit })

/** How many a member has sent since. */
export const reportsSince = (reporterId: string, from: number) =>
  defineQuery({
    ...{ table: reports, index: ['reporterId', 'createdAt'], equals: [reporterId], from },
    ...{ order: 'ascending', limit: reportLimits.most + 1 },
  })

/** A member's own on one thing that has no answer yet. */
export const openReportBy = (reporterId: string, targetId: string) =>
  defineQuery({
    ...{ table: reports, index: ['reporterId', 'targetId', 'state'], equals: [reporterId, targetId, 'open'] },
    ...{ order: 'ascending', limit: 1 },
  })

/** What waits for the staff, oldest first. */
export const openReports = (limit: number) =>
  defineQuery({ table: reports, index: ['state', 'createdAt'], equals: ['open'], order: 'ascending', limit })

export const openReportsOn = (targetId: string, limit: number) =>
  defineQuery({ table: reports, index: ['targetId', 'state', 'createdAt'], equals: [targetId, 'open'], order: 'ascending', limit })

/** Open or closed. */
export const reportsOn = (targetId: string, limit: number) =>
  defineQuery({ table: reports, index: ['targetId', 'state', 'createdAt'], equals: [targetId], order: 'ascending', limit })

/** Of what a member wrote, and of themselves. */
export const openReportsAbout = (memberId: string, limit: number) =>
  defineQuery({ table: reports, index: ['memberId', 'state', 'createdAt'], equals: [memberId, 'open'], order: 'ascending', limit })

/** The reported thing, as far as it is here; `undefined` where it is not. */
export async function reportedThing(read: Read, kind: ReportTarget, id: string): Promise<Reported | undefined> {
  if (kind === 'member') {
    const member = await read.get(members, id)
    return member === undefined ? undefined : { kind, member }
  }
  if (kind === 'message') {
    const message = await read.get(messages, id)
    if (message === undefined) return undefined
    const conversation = await read.get(conversations, message.conversationId)
    return conversation === undefined ? { kind, message } : { kind, message, conversation }
  }
  const comment = kind === 'comment' ? await read.get(comments, id) : undefined
  if (kind === 'comment' && comment === undefined) return undefined
  const post = await read.get(posts, comment?.postId ?? id)
  if (post === undefined) return undefined
  return comment === undefined ? { kind, post } : { kind, post, comment }
}
