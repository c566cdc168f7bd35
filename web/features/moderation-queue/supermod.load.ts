import { memberCards } from '#shared/accounts/queries.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { openReports, reportedThing } from '#shared/content-reports/queries.ts'
import type { Reported } from '#shared/content-reports/rules.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'
import { firstWaiting, postsToSort, templatesOf, waitingCounts } from '#shared/moderation-queue/queries.ts'
import { canWorkQueue } from '#shared/moderation-queue/rules.ts'
import { queueLimits, reviewClaims } from '#shared/moderation-queue/schema.ts'
import { queueGroups } from '#shared/moderation/action-types.ts'
import type { MemberReview } from '#shared/moderation/measure-schema.ts'
import { actionFacts } from '#shared/moderation/action-types.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { visibleText } from '#shared/text/measure.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage, moved } from '../../data/answer.ts'
import { loadReviewed } from './reviewed-member.ts'
import type { QueueTab } from './queue-tabs.ts'
import { isOfMembers, queueTabs } from './queue-tabs.ts'

export type QueueRow = Awaited<ReturnType<typeof rowsOf>>[number]

/**
 * `/admin/supermod`: who waits, tab by tab, and the member that is open (`?user=`). What is read
 * does not depend on how many wait.
 */
export async function loadSupermod(data: PageData, { url }: LoadRequest) {
  const { read, viewer, now, site } = data
  authorizePage(canWorkQueue(viewer))
  const counts = await waitingCounts(read)
  const [first] = queueGroups.filter((group) => counts[group] > 0)
  const asked = queueTabs.find((name) => name === url.searchParams.get('tab'))
  const tab: QueueTab = asked ?? first ?? 'all'
  const limit = limitOf(url.searchParams, queueLimits.page)
  const waiting = isOfMembers(tab) ? await firstWaiting(read, tab, limit + 1) : []
  const rows = await rowsOf(read, viewer, waiting.slice(0, limit), now)
  const userId = url.searchParams.get('user') ?? ''
  const openId = isId(userId) ? userId : (rows[0]?.userId ?? null)
  const opened = openId === null ? null : await loadReviewed(data, openId)
  const reports = tab === 'reports' ? await reportRows(read, limit) : []
  const posts = tab === 'posts' ? await postRows(read, now) : []
  return {
    head: { title: 'Moderation queue', robots: 'noindex' as const },
    tab,
    counts: {
      ...counts,
      all: queueGroups.reduce((sum, group) => sum + counts[group], 0),
      reports: await read.count(openReports(1)),
    },
    rows,
    more: waiting.length > limit ? links.supermod({ tab: asked, limit: limit + queueLimits.page }) : null,
    opened: opened?.view ?? null,
    /** Somebody was asked for by name; otherwise the first of the list is open. */
    isAsked: isId(userId),
    reports,
    posts,
    templates: (await read.list(templatesOf('rejections'))).map(({ id, name, groupLabel, contents }) => ({
      id,
      name,
      groupLabel,
      contents,
    })),
    siteName: site.name,
    now,
    bodies: opened?.bodies ?? {},
  }
}

async function rowsOf(read: Read, viewer: Viewer, found: readonly MemberReview[], now: number) {
  const ids = found.map(({ id }) => id)
  const claims = new Map((await read.getMany(reviewClaims, ids)).map((claim) => [claim.id, claim]))
  const cards = await memberCards(read, [...ids, ...[...claims.values()].map(({ byId }) => byId)])
  const stats = new Map((await read.getMany(karmaStats, ids)).map((one) => [one.id, one]))
  return found.flatMap(({ id, reasons, group, queuedAt }) => {
    const card = cards.get(id)
    const claim = claims.get(id)
    const isHeld = claim !== undefined && claim.endsAt > now && viewer.kind === 'member' && claim.byId !== viewer.userId
    if (card === undefined) return []
    const { karma = 0, postCount = 0, commentCount = 0 } = stats.get(id) ?? {}
    return [
      {
        ...{ userId: id, name: card.name, slug: card.slug, joinedAt: card.joinedAt, karma, postCount, commentCount, group, queuedAt },
        reasons: reasons.map((type) => actionFacts(type).label),
        heldBy: isHeld ? (cards.get(claim.byId)?.name ?? 'Another moderator') : null,
      },
    ]
  })
}

/** Everything with an open report, the oldest first: a row for each thing. */
async function reportRows(read: Read, limit: number) {
  const found = await read.list(openReports(limit * 4))
  const cards = await memberCards(read, [...new Set(found.flatMap(({ memberId, reporterId }) => [memberId ?? '', reporterId]))])
  const rows = []
  for (const targetId of [...new Set(found.map((report) => report.targetId))].slice(0, limit)) {
    const about = found.filter((report) => report.targetId === targetId)
    const [oldest] = about
    if (oldest === undefined) continue
    const { targetKind, memberId, createdAt } = oldest
    const thing = await reportedThing(read, targetKind, targetId)
    rows.push({
      ...{ targetId, targetKind, createdAt, memberId },
      author: cards.get(memberId ?? '')?.name ?? null,
      title: thing?.member?.displayName ?? thing?.post?.title ?? (thing?.message === undefined ? 'Deleted' : 'Private message'),
      /** Of a message, which stands nowhere else for the staff. */
      text: thing?.message?.body ? visibleText(thing.message.body) : null,
      pictures: thing?.message?.body ? picturesIn(thing.message.body).map((id) => links.picture(id)) : [],
      canRemove: thing?.message !== undefined && thing.message.body !== null,
      href: thing === undefined ? null : hrefOf(thing),
      reports: about.map(({ id, reason, message, reporterId, createdAt: at }) => ({
        ...{ id, reason, message, at },
        by: cards.get(reporterId)?.name ?? 'A member',
      })),
    })
  }
  return rows
}

function hrefOf({ member, post, comment, message }: Reported): string | null {
  // Asks for a reason before it shows the conversation.
  if (message !== undefined) return links.moderatorInbox({ conversation: message.conversationId })
  if (member !== undefined) return links.user(member.slug)
  if (post === undefined) return null
  return comment === undefined ? links.post(post) : links.commentInThread(post, comment.id)
}

/** New posts that could be on the front page, the newest first. */
async function postRows(read: Read, now: number) {
  const found = await read.list(postsToSort(now))
  const waiting = found.filter((post) => post.submitToFrontpage && post.frontpageAt === null && post.rejectedReason === null)
  const cards = await memberCards(
    read,
    waiting.map(({ authorId }) => authorId),
  )
  return waiting.slice(0, queueLimits.page).map((post) => ({
    ...{ id: post.id, title: post.title, href: links.post(post), publishedAt: post.publishedAt ?? 0, authorId: post.authorId },
    author: cards.get(post.authorId)?.name ?? '',
  }))
}

/** `/admin/moderation`: the older dashboard's address. */
export function loadOlderDashboard({ viewer }: PageData): never {
  authorizePage(canWorkQueue(viewer))
  throw moved(links.supermod())
}

export const loads: Loads = { '/admin/supermod': loadSupermod, '/admin/moderation': loadOlderDashboard }
