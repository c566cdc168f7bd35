import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { curationFigures } from '#shared/curation/figures.ts'
import { dismissedCandidates, latestNotices, waitingCandidates } from '#shared/curation/queries.ts'
import { canBeCurated, canCurate, canEditNotice, canPublishNotice, canRemoveNotice, canSuggestCuration } from '#shared/curation/rules.ts'
import type { CurationCandidate } from '#shared/curation/schema.ts'
import { curationCandidates } from '#shared/curation/schema.ts'
import { listingsBetween, postList, postRows } from '#shared/feed/queries.ts'
import type { PostRow } from '#shared/feed/queries.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { authorizePage } from '../../data/answer.ts'

const [firstCurated, mostLookedAt] = [12, 500]

/**
 * `/admin/curation`: what could be chosen, the notices, and what was chosen; `?post=`: of which a
 * notice is begun, `?state=dismissed`: the candidates that were dismissed.
 */
export async function loadCuration(data: PageData, { url }: LoadRequest) {
  const { read, viewer, now } = data
  authorizePage(canCurate(viewer))
  const isDismissed = url.searchParams.get('state') === 'dismissed'
  const limit = limitOf(url.searchParams, firstCurated)
  const curated = await postList(read, 'curated', 'new', limit)
  const recent = await read.list(listingsBetween('curated', now - 7 * dayMs, now + 1, mostLookedAt))
  const last = curated.rows[0]?.post.curatedAt ?? null
  const notices = await noticesShown(data)
  return {
    head: { title: 'Curation', robots: 'noindex' as const },
    isDismissed,
    cadence: { days: last === null ? null : Math.floor((now - last) / dayMs), inWeek: recent.length, ...curationFigures.perWeek },
    writing: await postToWriteAbout(data, url.searchParams.get('post') ?? ''),
    candidates: isDismissed ? await dismissed(read, viewer) : await candidates(read, viewer, now),
    drafts: notices.filter(({ comment }) => comment === null),
    published: notices.filter(({ comment }) => comment !== null),
    bodies: Object.fromEntries(notices.map(({ id, body }) => [id, body])),
    curated: curated.rows.map((row) => ({
      ...postRowView(row),
      curatedAt: row.post.curatedAt ?? 0,
      /** Until the mails leave; 0: they have. */
      minutesLeft: Math.max(0, Math.ceil(((row.post.curatedAt ?? 0) + curationFigures.mailAfterMs - now) / minuteMs)),
    })),
    more: curated.hasMore ? moderationLinks.curation({ limit: limit + firstCurated }) : null,
  }
}

/** The post of which a new notice is, and what there is of it already. */
async function postToWriteAbout({ read }: PageData, id: string) {
  const post = isId(id) ? await read.get(posts, id) : undefined
  return post === undefined || !canBeCurated(post) ? null : { id: post.id, title: post.title, href: links.post(post) }
}

async function noticesShown({ read, viewer, html, markdown }: PageData) {
  const found = await read.list(latestNotices())
  const cards = await memberCards(read, found.map(({ byId }) => byId)) // oxfmt-ignore
  const about = new Map((await read.getMany(posts, found.map(({ postId }) => postId))).map((post) => [post.id, post])) // oxfmt-ignore
  return found.flatMap((notice) => {
    const { id, postId, byId, body, createdAt, publishedAt, commentId } = notice
    const post = about.get(postId)
    if (post === undefined) return []
    const { name } = cards.get(byId) ?? unknownMember
    return [
      {
        ...{ id, postId, by: name, at: publishedAt ?? createdAt, title: post.title, href: links.post(post) },
        comment: commentId === null ? null : links.commentInThread(post, commentId),
        body: html(body, { idPrefix: `${id}-`, profile: 'comment', trusted: false }),
        /** As it is typed; `null`: it is not the viewer’s to change. */
        markdown: publishedAt === null && canEditNotice(viewer, notice).allowed ? (markdown?.(body) ?? '') : null,
        canPublish: canPublishNotice(viewer, notice, post).allowed,
        canRemove: canRemoveNotice(viewer, notice).allowed,
      },
    ]
  })
}

/**
 * What was suggested, with what several suggest first; then what readers like on the front page.
 */
async function candidates(read: Read, viewer: Viewer, now: number) {
  const waiting = await read.list(waitingCandidates(now))
  const liked = await read.list(listingsBetween('frontpage', now - curationFigures.withinMs, now + 1, mostLookedAt))
  const known = new Map(waiting.map((one) => [one.id, one]))
  const likedIds = liked
    .filter(({ baseScore, postId }) => baseScore >= curationFigures.leastKarma && !known.has(postId))
    .toSorted((a, b) => b.baseScore - a.baseScore)
    .map(({ postId }) => postId)
  const looked = new Map((await read.getMany(curationCandidates, likedIds)).map((one) => [one.id, one]))
  const eligible = likedIds.filter((id) => (looked.get(id)?.dismissedAt ?? 0) === 0)
  const isAsked = ({ suggestedByIds }: CurationCandidate) => suggestedByIds.length >= curationFigures.suggestions
  const suggested = [...waiting.filter(isAsked), ...waiting.filter((one) => !isAsked(one))].map(({ id }) => id)
  const rows = await postRows(read, [...suggested, ...eligible].map((postId) => ({ postId }))) // oxfmt-ignore
  const shown = rows.filter(({ post }) => canBeCurated(post) && post.curatedAt === null).slice(0, curationFigures.candidates)
  return candidateRows(read, viewer, shown, known)
}

async function dismissed(read: Read, viewer: Viewer) {
  const found = await read.list(dismissedCandidates(curationFigures.candidates))
  const known = new Map(found.map((one) => [one.id, one]))
  return candidateRows(read, viewer, await postRows(read, found.map(({ id }) => ({ postId: id }))), known) // oxfmt-ignore
}

async function candidateRows(read: Read, viewer: Viewer, rows: readonly PostRow[], known: ReadonlyMap<string, CurationCandidate>) {
  const cards = await memberCards(
    read,
    [...known.values()].flatMap(({ suggestedByIds, dismissedById }) => [
      ...suggestedByIds,
      ...(dismissedById === null ? [] : [dismissedById]),
    ]),
  )
  const nameOf = (id: string) => (cards.get(id) ?? unknownMember).name
  return rows.map((row) => {
    const candidate = known.get(row.post.id)
    const isMine = viewer.kind === 'member' && candidate?.suggestedByIds.includes(viewer.userId) === true
    return {
      ...postRowView(row),
      suggestedBy: (candidate?.suggestedByIds ?? []).map(nameOf),
      dismissedBy: candidate === undefined || candidate.dismissedById === null ? null : nameOf(candidate.dismissedById),
      suggestion: isMine ? ('mine' as const) : canSuggestCuration(viewer, row.post).allowed ? ('open' as const) : null,
    }
  })
}

export const loads: Loads = { '/admin/curation': loadCuration }
