import type { MemberCard } from '#shared/accounts/queries.ts'
import { karmaStatsOf, memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { limitWords } from '#shared/moderation/limit-words.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import type { LogEntry, LogKind } from '#shared/moderation/log-schema.ts'
import { logOf } from '#shared/moderation/log-schema.ts'
import { bansEnding, limitsEnding } from '#shared/moderation/measure-queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import { counted, signed } from '../../blocks/counts.ts'
import type { LoadRequest } from '../../app/route.ts'

const page = 20
/** As far as a section is walked. */
const farthest = 10_000

export interface LogRow {
  readonly id: string
  readonly at: number
  readonly who: MemberCard
  /** What it is about; `null`: its reader may not see it. */
  readonly about: { readonly href: string; readonly title: string; readonly lang: string } | null
  /** In short words, as far as its reader may have them. */
  readonly words: string
  readonly reason: string
  readonly facts: readonly string[]
  readonly until: number | null
}

export interface LogSection {
  readonly name: SectionName
  readonly rows: readonly LogRow[]
  /** Ways to the newer and to the older ones. */
  readonly newer: string | null
  readonly older: string | null
}

const sectionNames = [
  'moderatorComments',
  'activeRateLimits',
  'deletedComments',
  'rejectedPosts',
  'rejectedComments',
  'bannedFromPosts',
  'bannedFromUsers',
  'globallyBannedUsers',
] as const
export type SectionName = (typeof sectionNames)[number]

export const switchNames = [
  'showExpiredRateLimits',
  'showNewUserRateLimits',
  'hideAdminDeletions',
  'hideSelfDeletions',
  'showExpiredBans',
] as const
export type SwitchName = (typeof switchNames)[number]

/** `/moderation`: what moderators did, for everybody to read. */
export async function loadLog(data: PageData, { url }: LoadRequest) {
  const { read, viewer, now } = data
  const on = new Set<SwitchName>(switchNames.filter((name) => url.searchParams.get(name) === 'true'))
  const place = Object.fromEntries([...url.searchParams].filter(([name]) => isKnown(name)))
  const sections: LogSection[] = []
  for (const name of sectionNames) sections.push(await sectionOf(name))
  return {
    head: { title: 'Moderation log', robots: 'noindex' as const, canonical: moderationLinks.log() },
    sections,
    switches: Object.fromEntries(
      switchNames.map((name) => [
        name,
        { isOn: on.has(name), href: moderationLinks.log({ ...place, [name]: on.has(name) ? undefined : 'true' }) },
      ]),
    ),
    isStaff: isStaff(viewer),
  }

  async function sectionOf(name: SectionName): Promise<LogSection> {
    const asked = Number(url.searchParams.get(`${name}Offset`) ?? '0')
    const offset = Number.isInteger(asked) && asked > 0 ? Math.min(asked, farthest) : 0
    const rows = await rowsOf(name, page + 1, offset)
    const at = (to: number) => `${moderationLinks.log({ ...place, [`${name}Offset`]: to > 0 ? to : undefined })}#${name}`
    return {
      name,
      rows: rows.slice(0, page),
      newer: offset > 0 ? at(offset - page) : null,
      older: rows.length > page ? at(offset + page) : null,
    }
  }

  async function rowsOf(name: SectionName, limit: number, offset: number): Promise<readonly LogRow[]> {
    switch (name) {
      case 'moderatorComments':
        return entries('moderatorComment', limit, offset)
      case 'deletedComments':
        return entries('deletedComment', limit, offset, ({ isOwn }) => !on.has(isOwn ? 'hideSelfDeletions' : 'hideAdminDeletions'))
      case 'rejectedPosts':
        return entries('rejectedPost', limit, offset)
      case 'rejectedComments':
        return entries('rejectedComment', limit, offset)
      case 'bannedFromPosts':
        return entries('barredFromPost', limit, offset)
      case 'bannedFromUsers':
        return entries('barredByAuthor', limit, offset)
      case 'activeRateLimits':
        return limits(limit, offset)
      case 'globallyBannedUsers':
        return bans(limit, offset)
    }
  }

  async function entries(kind: LogKind, limit: number, offset: number, fits: (entry: LogEntry) => boolean = () => true) {
    const found = await someOf(read, logOf(kind, 200, 0), fits, limit, offset)
    const cards = await memberCards(
      read,
      found.map(({ authorId }) => authorId),
    )
    return Promise.all(found.map((entry) => entryRow(read, viewer, entry, cards.get(entry.authorId) ?? unknownMember)))
  }

  async function limits(limit: number, offset: number): Promise<readonly LogRow[]> {
    const query = limitsEnding(on.has('showExpiredRateLimits') ? 0 : now + 1, 200, 0)
    const found = await someOf(read, query, () => true, farthest, 0)
    const rows: LogRow[] = []
    for (const one of found) {
      const { karma, postCount, commentCount } = await karmaStatsOf(read, one.userId)
      if (postCount + commentCount < 5 && !on.has('showNewUserRateLimits')) continue
      rows.push({
        ...{ id: one.id, at: one.at, about: null, reason: one.reason, until: one.endsAt },
        who: (await memberCards(read, [one.userId])).get(one.userId) ?? unknownMember,
        words: limitWords(one),
        facts: [`${signed(karma)} karma`, counted(postCount, 'post'), counted(commentCount, 'comment')],
      })
      if (rows.length >= offset + limit) break
    }
    return rows.slice(offset)
  }

  async function bans(limit: number, offset: number): Promise<readonly LogRow[]> {
    const found = await someOf(read, bansEnding(on.has('showExpiredBans') ? 0 : now + 1, 200, 0), () => true, limit, offset)
    const rows = found.map(async (ban): Promise<LogRow> => {
      const member = await read.get(members, ban.userId)
      const { karma, postCount, commentCount } = await karmaStatsOf(read, ban.userId)
      return {
        ...{ id: ban.id, at: ban.at, about: null, words: '', reason: ban.publicReason, until: ban.endsAt },
        who: member === undefined ? unknownMember : ((await memberCards(read, [member.id])).get(member.id) ?? unknownMember),
        facts: [
          `${signed(karma)} karma`,
          counted(postCount, 'post'),
          counted(commentCount, 'comment'),
          ...(member === undefined ? [] : [`joined ${new Date(member.joinedAt).toISOString().slice(0, 10)}`]),
          ...(ban.liftedAt === null ? [] : ['lifted']),
        ],
      }
    })
    return Promise.all(rows)
  }
}

const isKnown = (name: string): boolean =>
  switchNames.some((known) => known === name) || sectionNames.some((known) => name === `${known}Offset`)

async function entryRow(read: Read, viewer: Viewer, entry: LogEntry, who: MemberCard): Promise<LogRow> {
  const { id, kind, targetId, at, count } = entry
  const row = { ...{ id, at, who, about: null, words: '', reason: '', until: null }, facts: [] }
  if (kind === 'barredByAuthor') return { ...row, facts: [`${count} banned`] }
  if (kind === 'rejectedPost' || kind === 'barredFromPost') {
    const post = await read.get(posts, targetId)
    if (post === undefined) return { ...row, facts: kind === 'barredFromPost' ? [`${count} banned`] : [] }
    const about = { href: links.post(post), title: post.title, lang: post.lang }
    if (kind === 'barredFromPost') return { ...row, about, facts: [`${count} banned`] }
    return { ...row, about, reason: post.rejectedReason ?? '' }
  }
  const comment = await read.get(comments, targetId)
  const post = comment === undefined ? undefined : await read.get(posts, comment.postId)
  if (comment === undefined || post === undefined) return row
  const about = { href: links.commentInThread(post, comment.id), title: post.title, lang: post.lang }
  // What was rejected is for members to read; what was removed the read policy has taken out.
  const isWithheld = kind === 'rejectedComment' && viewer.kind === 'visitor'
  const words = isWithheld ? '' : excerpt(comment.body, 200)
  if (kind === 'moderatorComment') return { ...row, about, words }
  if (kind === 'rejectedComment') return { ...row, about, words, reason: comment.rejectedReason ?? '' }
  const by = entry.isOwn ? 'deleted by its author' : 'deleted by a moderator'
  return { ...row, about, words, reason: comment.removedReason, facts: [by] }
}

/** So many of those that fit, after so many: read in pieces, as far as is walked at all. */
async function someOf<R extends Row>(
  read: Read,
  query: Query<R>,
  fits: (row: R) => boolean,
  limit: number,
  offset: number,
): Promise<readonly R[]> {
  const found: R[] = []
  for (let at = 0; at < farthest && found.length < offset + limit; at += query.limit) {
    const rows = await read.list({ ...query, offset: at })
    found.push(...rows.filter(fits))
    if (rows.length < query.limit) break
  }
  return found.slice(offset, offset + limit)
}
