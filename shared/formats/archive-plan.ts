/**
 * What an archive brings back, as the mutations that its member would send by hand: each is judged
 * by its own rule when it comes. What cannot come back is counted, with the reason.
 */
import type { Member } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Row, Table } from '../kernel/table.ts'
import type { Post, Revision } from '../posts/schema.ts'
import type { Counts, Step } from './archive-schema.ts'
import { members } from '../accounts/schema.ts'
import { quickTakesIdOf } from '../comments/container.ts'
import { comments } from '../comments/schema.ts'
import { feedSettings, hiddenItems } from '../feed/settings-schema.ts'
import { isId } from '../kernel/ids.ts'
import { mutes } from '../mutes/schema.ts'
import { noticeSettings } from '../notifications/schema.ts'
import { noticeFlags } from '../notifications/settings.ts'
import { kindFacts } from '../posts/kinds.ts'
import { posts, revisions } from '../posts/schema.ts'
import { bookmarks, readerSettings, readMarks } from '../reading/schema.ts'
import { isSameJson } from '../kernel/same.ts'
import { noText } from '../sequences/ordering.ts'
import { sequences } from '../sequences/schema.ts'
import { subscriptions } from '../subscriptions/schema.ts'
import { votes } from '../votes/schema.ts'
import { movedId } from './moved-id.ts'
import { importLimits, isSmall } from './archive-limits.ts'

export interface ImportPlan {
  readonly steps: readonly Step[]
  readonly leftOut: Counts
}

/** Rows of an archive by the names of their tables, as they stand in its files: nothing checked. */
export type ArchiveRows = ReadonlyMap<string, readonly unknown[]>

/** Made by the server with what comes back, or of no use elsewhere. */
const silent = new Set(['karma_stats', 'standings', 'account_imports', 'import_steps', 'notifications', 'onboardings'])

/** @returns `null` for rows that say nothing of whose they are. */
export function planImport(archive: ArchiveRows, userId: string): ImportPlan | null {
  const steps: Step[] = []
  const leftOut: Record<string, number> = {}
  const leave = (reason: string, count = 1): void => {
    leftOut[reason] = (leftOut[reason] ?? 0) + count
  }
  const seen = new Set<string>()
  function rowsOf<R extends Row>(table: Table<R>): readonly R[] {
    seen.add(table.name)
    return (archive.get(table.name) ?? []).flatMap((value) => {
      const read = table.row.safeParse(value)
      if (read.success) return [read.data]
      leave('unreadable')
      return []
    })
  }
  const add = (name: Step['name'], args: Step['args']): void => {
    if (steps.length >= importLimits.steps) leave('too-many')
    else if (!isSmall(args)) leave('too-large')
    else steps.push({ name, args })
  }

  const owner: Member | undefined = rowsOf(members)[0]
  if (owner === undefined) return null
  const texts = new Map(rowsOf(revisions).map((revision): [string, Revision] => [revision.id, revision]))
  const ownPosts = rowsOf(posts).filter((post) => post.authorId === owner.id)
  const ownComments = rowsOf(comments).filter((comment) => comment.authorId === owner.id)
  const madeIds = new Set([...ownPosts, ...ownComments].map(({ id }) => id))
  const takesId = quickTakesIdOf(owner.id)
  // In the account that it came from everything keeps its ID, and is found there again.
  const moved = (id: string): string => (id === owner.id ? userId : movedId(id, owner.id, userId))
  const target = (id: string): string => (id === takesId ? quickTakesIdOf(userId) : madeIds.has(id) ? moved(id) : id)

  for (const post of inOrder(ownPosts, ({ createdAt }) => createdAt)) addPost(post)
  for (const sequence of inOrder(rowsOf(sequences), ({ createdAt }) => createdAt)) {
    if (sequence.removedAt !== null) leave('removed')
    else {
      const id = moved(sequence.id)
      add('sequences.create', { id, chapterId: id, title: sequence.title })
      if (!isSameJson(sequence.body, noText)) add('sequences.setDetail', { id, detail: { field: 'body', value: sequence.body } })
      if (sequence.isHiddenFromProfile) add('sequences.setDetail', { id, detail: { field: 'isHiddenFromProfile', value: true } })
    }
  }
  const { bio, links = [], interests = [] } = owner
  if (bio !== '' || links.length + interests.length > 0) add('accounts.updateProfile', { bio, links, interests })
  addSettings()
  for (const { kind, targetId, state, via } of inOrder(rowsOf(subscriptions), ({ changedAt }) => changedAt))
    if (state !== 'off') add('subscriptions.set', { kind, targetId: target(targetId), state, via })
  for (const { mutedId } of inOrder(rowsOf(mutes), ({ changedAt }) => changedAt)) add('mutes.set', { mutedId, isMuted: true })
  for (const { list, itemId, isHidden, reason } of inOrder(rowsOf(hiddenItems), ({ changedAt }) => changedAt))
    if (isHidden) add('feed.hide', { list, itemId: target(itemId), isHidden, reason })
  for (const { postId, isRead, seenUpTo } of inOrder(rowsOf(readMarks), ({ readAt }) => readAt))
    add('readMarks.set', { postId: target(postId), isRead, seenUpTo })
  for (const { targetKind, targetId, axis, value, isSelf } of inOrder(rowsOf(votes), ({ at }) => at)) {
    if (value === 0) continue
    if (isSelf || madeIds.has(targetId)) leave('own-work')
    else add('votes.set', { targetKind, targetId, axis, value })
  }
  // What is held up by rate limits comes late, so that it holds up nothing else.
  for (const comment of inOrder(ownComments, ({ postedAt }) => postedAt)) addComment(comment)
  for (const { targetKind, targetId, isSaved } of inOrder(rowsOf(bookmarks), ({ changedAt }) => changedAt))
    if (isSaved) add('bookmarks.set', { targetKind, targetId: target(targetId), isSaved })

  for (const [table, rows] of archive) if (!seen.has(table) && !silent.has(table) && rows.length > 0) leave(`table.${table}`, rows.length)
  return { steps, leftOut: Object.fromEntries(Object.entries(leftOut).slice(0, importLimits.reasons)) }

  function addPost(post: Post): void {
    const { isInWiki, isEvent, hasTakes, hasMessages, needsLink } = kindFacts(post)
    if (hasTakes) return
    const { title, kind, lang, tags, writtenOn, submitToFrontpage, sideNotes } = post
    const text = texts.get(post.latestRevisionId)
    if (hasMessages) return leave('dialogue')
    if (isInWiki) return leave('wiki')
    if (isEvent) return leave('event')
    if (post.status === 'removed') return leave('removed')
    if (text === undefined || !isId(text.id)) return leave('no-text')
    add('posts.saveDraft', {
      ...{ id: moved(post.id), revisionId: moved(text.id), title, body: text.body, kind, lang, tags, writtenOn, submitToFrontpage },
      ...{ linkUrl: needsLink ? post.linkUrl : null, ...(sideNotes !== undefined && { sideNotes }) },
    })
  }

  function addComment(comment: Comment): void {
    const { body, tags = [], isAnswer, parentId } = comment
    if (comment.removedBy !== null) return leave('removed')
    if (comment.message !== undefined) return leave('dialogue')
    if (comment.reviewingForReview !== undefined) return leave('review')
    const at = { id: moved(comment.id), postId: target(comment.postId), body }
    if (comment.isQuickTake === true) add('comments.postQuickTake', { ...at, tags, isOnFrontpage: comment.isOffFrontpage !== true })
    else add('comments.post', { ...at, parentId: parentId === null ? null : target(parentId), ...(isAnswer === true && { isAnswer }) })
  }

  function addSettings(): void {
    for (const { values } of rowsOf(readerSettings)) for (const [name, value] of byName(values)) add('readerSettings.set', { name, value })
    for (const one of rowsOf(noticeSettings)) {
      const choose = (choice: unknown): void => add('notifications.choose', { choice })
      for (const [type, value] of byName(one.types)) choose({ field: 'type', type, value })
      for (const field of Object.keys(noticeFlags) as (keyof typeof noticeFlags)[]) choose({ field, value: one[field] })
      choose({ field: 'timeZone', value: one.timeZone })
      choose({ field: 'digest', value: { hour: one.digestHour, day: one.digestDay } })
      choose({ field: 'quiet', value: one.quiet })
      const { chosenAt: _at, ...karma } = one.karma ?? { chosenAt: 0 }
      if (one.karma !== undefined) choose({ field: 'karma', value: karma })
    }
    for (const { filters, archive: days, drafts, recommend, isIncognito } of rowsOf(feedSettings))
      add('feed.set', { filters, archive: days, ...(drafts !== undefined && { drafts }), recommend, isIncognito })
  }
}

/** As they came about; of one time, by their IDs. */
function inOrder<R extends Row>(rows: readonly R[], at: (row: R) => number): readonly R[] {
  return rows.toSorted((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1))
}

const byName = <Value>(values: Readonly<Record<string, Value>>): readonly [string, Value][] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
