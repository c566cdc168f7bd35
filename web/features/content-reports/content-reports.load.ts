import { memberCards } from '#shared/accounts/queries.ts'
import { openReportBy, reportedThing, reportsBy } from '#shared/content-reports/queries.ts'
import type { Reported } from '#shared/content-reports/rules.ts'
import { canReport } from '#shared/content-reports/rules.ts'
import { reportTargets } from '#shared/content-reports/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { needsSignIn, notFound } from '../../data/answer.ts'

/** What is reported, in words; `null`: hidden by now, or not on this device. */
export interface ReportedView {
  readonly name: string
  readonly href: string
}

/** `/report`: the form, about one thing. */
export async function loadReport({ read, viewer, isOfDevice }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const kind = reportTargets.find((name) => name === url.searchParams.get('kind'))
  const id = url.searchParams.get('id') ?? ''
  if (kind === undefined || !isId(id)) throw notFound()
  const reported = await reportedThing(read, kind, id)
  if (reported === undefined && isOfDevice !== true) throw notFound()
  const verdict = canReport(viewer, reported)
  if (!verdict.allowed && verdict.reason === 'not-found') throw notFound()
  return {
    head: { title: 'Report to moderators', robots: 'noindex' as const },
    target: { kind, id, view: reported === undefined ? null : await viewOf(read, reported) },
    refusal: verdict.allowed ? null : verdict.reason,
    isReported: (await read.list(openReportBy(viewer.userId, id))).length > 0,
  }
}

/** `/reports`: what a member reported, and what became of it. */
export async function loadReports({ read, viewer }: PageData) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const found = await read.list(reportsBy(viewer.userId))
  const rows = []
  for (const { id, targetKind, targetId, reason, message, createdAt, state, closedAt } of found) {
    const reported = await reportedThing(read, targetKind, targetId)
    const isShown = reported !== undefined && canReport(viewer, reported).allowed
    rows.push({ id, targetKind, reason, message, createdAt, state, closedAt, view: isShown ? await viewOf(read, reported) : null })
  }
  return { head: { title: 'Your reports', robots: 'noindex' as const }, reports: rows }
}

async function viewOf(read: Read, { post, comment, member, message }: Reported): Promise<ReportedView | null> {
  if (message !== undefined) {
    const sender = (await memberCards(read, [message.userId])).get(message.userId)
    const href = `${links.inbox({ conversation: message.conversationId })}#${message.id}`
    return { name: sender === undefined ? 'A message' : `${sender.name}’s message`, href }
  }
  if (member !== undefined) return { name: member.displayName, href: links.user(member.slug) }
  if (post === undefined) return null
  if (comment === undefined) return { name: post.title, href: links.post(post) }
  const author = (await memberCards(read, [comment.authorId])).get(comment.authorId)
  return {
    name: author === undefined ? `A comment on ${post.title}` : `${author.name}’s comment on ${post.title}`,
    href: links.commentInThread(post, comment.id),
  }
}

export const loads: Loads = { '/report': loadReport, '/reports': loadReports }
