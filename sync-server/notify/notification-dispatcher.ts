/**
 * Makes notifications of what the journal says has changed. It follows with a cursor of its own, after the commit: a crash delays it and loses nothing. A cause is
 * remembered once it has been told to all; killed on the way it is told again, and whoever has it already keeps the one they have.
 * It relies on `announce` (operations.ts) to judge, in the transaction, who may read the thing. It never holds up the mutation that caused it.
 */
import { curationFigures } from '#shared/curation/figures.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { JournalRow, Store, StoreRead } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Follower, FollowOptions } from '#server/sync/follow-journal.ts'
import type { Pieces, Reached } from './audience.ts'
import type { NewsSource } from './define-news.ts'
import { deliveriesFor } from './deliveries.ts'
import type { Announcement } from './tables.ts'
import type { Announce } from './operations.ts'
import { comments } from '#shared/comments/schema.ts'
import { aboutPost, ofCause } from '#shared/notifications/queries.ts'
import { noticeLimits } from '#shared/notifications/types.ts'
import { authorships, posts, revisions } from '#shared/posts/schema.ts'
import { isListed, isPublic } from '#shared/posts/rules.ts'
import { isCommon, ownersOf } from '#shared/wiki/access.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { StoreFailure } from '#server/store/port.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import { followJournal } from '#server/sync/follow-journal.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'
import { mentioned, ofComment, ofCuration, ofPost } from './audience.ts'
import { toMembers } from './define-news.ts'
import { isPosted } from './is-posted.ts'
import { shareNews } from './share-news.ts'
import { mentionCauses, mentioningTables, mentionNews } from './subject-mentions.ts'
import { announcements, siteSecrets } from './tables.ts'
import { tagKeysOf } from './tag-keys.ts'
import { announce, forgetAnnouncement, keepSecret, noteAnnouncement, withdrawCause, withdrawPost } from './operations.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface NotificationDispatcherOptions extends Pick<FollowOptions, 'log' | 'pollMs'> {
  readonly store: Store
  readonly writer: Writer
  readonly now: () => number
  /** Without any way for mails nothing is kept for them. */
  readonly hasMail: boolean
  /** Beside comments, posts, shares and mentions, which are told in ways of their own. */
  readonly news: readonly NewsSource[]
  /** Something is on its way that may be due soon. */
  readonly onNotified?: () => void
}

/** When this server first tells anything, what happened so long before is news too: nobody is told of years. */
const lookBackMs = 7 * dayMs
/** A piece is one of the writer's turns: small, so that others wait no longer than for a few mutations. */
const atOnce = 40

export function startNotificationDispatcher(options: NotificationDispatcherOptions): Follower {
  const { store, writer } = options
  const log = options.log ?? ((error, about) => console.error(`${about}:`, error))
  const telling = new Telling(options)
  const kinds = [comments.name, posts.name, authorships.name, ...options.news.map(({ table }) => table), ...mentioningTables]
  return followJournal(
    store,
    'notify',
    async (rows, stopping) => {
      for (const [kind, id] of await telling.worthLooking(changed(rows, kinds))) {
        stopping.throwIfAborted()
        await yieldToEventLoop()
        await telling.look(kind, id).catch(goOnUnlessStore)
      }
      options.onNotified?.()
    },
    { ...options, onCommit: (listen) => writer.onCommit(() => listen()) },
  )

  /** What one row brings about must not keep everything after it from being told; a store that fails is tried again. */
  function goOnUnlessStore(error: unknown): void {
    if (error instanceof StoreFailure || isLeaseLost(error)) throw error
    log(error, 'notify: one cause was left out')
  }
}

/** Each once, in the order of their last change; rows that went are looked at too. */
function changed(rows: readonly JournalRow[], kinds: readonly string[]): readonly (readonly [string, string])[] {
  const last = new Map<string, readonly [string, string]>()
  for (const row of rows) {
    // A tag that was put to a post may be news of it.
    const [kind, id] = row.kind === tagRels.name ? [posts.name, row.id.split(':')[0] ?? ''] : [row.kind, row.id]
    if (!kinds.includes(kind)) continue
    last.delete(`${kind}/${id}`)
    last.set(`${kind}/${id}`, [kind, id])
  }
  return [...last.values()]
}

interface Cause extends Pick<
  Announce,
  'cause' | 'actorId' | 'except' | 'postId' | 'commentId' | 'subject' | 'at' | 'invitedTo' | 'outcome'
> {
  /** Not carried anywhere before this. */
  readonly notBefore?: number
}

type Mark = Pick<Announcement, 'id' | 'text'>

class Telling {
  readonly #options: NotificationDispatcherOptions
  #since: number | undefined

  constructor(options: NotificationDispatcherOptions) {
    this.#options = options
  }

  /** Without what was there long before there was telling, and never told: at the first start that is nearly everything. */
  async worthLooking(all: readonly (readonly [kind: string, id: string])[]): Promise<typeof all> {
    const begunAt = await this.#begun()
    const old = await this.#read(async (read) => {
      const idsOf = (wanted: string) => all.flatMap(([kind, id]) => (kind === wanted ? [id] : []))
      const oldComments = (await read.getMany(comments, idsOf(comments.name))).filter(
        ({ postedAt, removedBy, rejectedReason }) => postedAt < begunAt && removedBy === null && rejectedReason === undefined,
      )
      const oldPosts = (await read.getMany(posts, idsOf(posts.name))).filter(
        (post) => isPublic(post) && (post.publishedAt ?? 0) < begunAt && (post.curatedAt ?? 0) < begunAt,
      )
      const causes = [...oldComments.map(({ id }) => `comment:${id}`), ...oldPosts.flatMap(({ id }) => [`post:${id}`, `curated:${id}`])]
      const told = new Set((await read.getMany(announcements, causes)).map(({ id }) => id.split(':')[1]))
      return new Set([...oldComments, ...oldPosts].flatMap(({ id }) => (told.has(id) ? [] : [id])))
    })
    return all.filter(([, id]) => !old.has(id))
  }

  async look(kind: string, id: string): Promise<void> {
    if (kind === comments.name) return this.#comment(id)
    if (kind === posts.name) await this.#post(id)
    if (kind === authorships.name) return this.#share(id)
    for (const source of this.#options.news) if (source.table === kind) await this.#news(source, id)
    for (const cause of await this.#read((read) => mentionCauses(read, kind, id))) await this.#mentionsIn(cause)
  }

  async #comment(id: string): Promise<void> {
    const cause = `comment:${id}`
    const { comment, parent, root, post, mark } = await this.#read(async (read) => {
      const found = await read.get(comments, id)
      return {
        comment: found,
        parent: found === undefined || found.parentId === null ? undefined : await read.get(comments, found.parentId),
        root: found === undefined || found.rootId === id ? undefined : await read.get(comments, found.rootId),
        post: found === undefined ? undefined : await read.get(posts, found.postId),
        mark: await read.get(announcements, cause),
      }
    })
    if (comment === undefined || post === undefined || !isPosted(comment, post)) {
      return this.#withdrawComment(cause, mark)
    }
    // A message that was held back is told of again, to others, when the dialogue is published.
    const text = comment.message === undefined ? String(comment.bodyVersion) : `${comment.message} ${comment.bodyVersion}`
    if (mark?.state === 'withdrawn' || mark?.text === text || comment.postedAt < (await this.#begun())) return
    const isEdit = mark !== undefined && comment.message === undefined
    const about = { cause, actorId: comment.authorId, except: [comment.authorId], postId: post.id, commentId: id, at: comment.postedAt }
    const { store } = this.#options
    const all = isEdit ? mentioned(store, comment.body, comment.authorId) : ofComment(store, comment, parent, root, post)
    await this.#tell(about, all, { id: cause, text })
  }

  async #post(id: string): Promise<void> {
    const [cause, curation] = [`post:${id}`, `curated:${id}`]
    const { post, mark, curated } = await this.#read(async (read) => ({
      post: await read.get(posts, id),
      mark: await read.get(announcements, cause),
      curated: await read.get(announcements, curation),
    }))
    if (post === undefined || post.status === 'removed')
      return this.#untell({ postId: id, what: 'all' }, mark?.state === 'told' ? cause : null)
    const isOpen = isListed(post) && post.publishedAt !== null
    if (!isOpen) return this.#untell({ postId: id, what: 'public' }, mark?.state === 'told' ? cause : null)
    if (kindFacts(post).hasTakes) return
    const begun = await this.#begun()
    const about = { except: ownersOf(post), postId: id, commentId: null }
    const revisionId = post.revisionId ?? ''
    const [notifiedRevision, ...notifiedTags] = mark?.text.split('\n') ?? []
    const told = mark === undefined ? null : notifiedTags
    const tags = await this.#read((read) => tagKeysOf(read, post))
    const newTags = tags.filter((tag) => told?.includes(tag) !== true)
    const isNews = told === null || notifiedRevision !== revisionId || newTags.length > 0
    // What was told once is told, also when the tag goes and comes again.
    const text = [revisionId, ...[...new Set([...(told ?? []), ...tags])].toSorted()].join('\n')
    if (mark?.state !== 'withdrawn' && isNews && (post.publishedAt ?? 0) >= begun) {
      const revision = await this.#read((read) => read.get(revisions, revisionId))
      const body = revision?.body ?? { type: 'doc' as const, content: [] }
      // A page that is everybody's is told of as the work of whoever wrote this version.
      const version = isCommon(post) ? revision : undefined
      const actorId = version?.authorId ?? post.authorId
      const except = version === undefined ? about.except : [actorId]
      const facts = { ...about, except, cause, actorId, at: version?.at ?? post.publishedAt ?? 0 }
      const news = { body, tags: newTags, writerId: actorId, isNotified: told !== null }
      await this.#tell(facts, ofPost(this.#options.store, post, news), { id: cause, text })
    }
    if (post.curatedAt === null && curated !== undefined) {
      await this.#withdraw(curation)
      await runOperation(this.#options.writer, forgetAnnouncement, { id: curation })
    } else if (post.curatedAt !== null && curated === undefined && post.curatedAt >= begun) {
      const notBefore = post.curatedAt + curationFigures.mailAfterMs
      const facts = { ...about, except: [], cause: curation, actorId: null, at: post.curatedAt, notBefore }
      await this.#tell(facts, ofCuration(this.#options.store, post), { id: curation, text: '' })
    }
  }

  /** Somebody has a part in a text, or has it no more; id `USER:POST`. */
  async #share(id: string): Promise<void> {
    const [userId = '', postId = ''] = id.split(':')
    const cause = `share:${userId}:${postId}`
    const { authorship, post, mark } = await this.#read(async (read) => ({
      authorship: await read.get(authorships, id),
      post: await read.get(posts, postId),
      mark: await read.get(announcements, cause),
    }))
    if (authorship === undefined || post === undefined) {
      await this.#untell({ postId, what: 'drafts', userId }, null)
      if (mark?.state === 'told')
        await runOperation(this.#options.writer, noteAnnouncement, { id: cause, state: 'withdrawn', text: mark.text })
      return
    }
    // Given and taken back again and again is one piece of news.
    if (mark?.state === 'withdrawn' && this.#options.now() - mark.at < dayMs) return
    const isCoauthor = post.coauthorIds.includes(userId)
    const share = post.shares?.find((one) => one.userId === userId && !one.isByLink)
    if (userId === post.authorId || authorship.since < (await this.#begun())) return
    if (isCoauthor) return mark?.text === 'coauthor' ? this.#accepted(post, userId, cause) : undefined
    if (share === undefined) return
    // Somebody who had access before may be asked to be a co-author: that is news once more.
    const { text, type, cause: told, invitedTo } = shareNews(post, share)
    if (mark?.state === 'told' && (mark.text !== 'share' || mark.text === text)) return
    const about = { cause: told, actorId: post.authorId, except: [], postId, commentId: null, invitedTo }
    await this.#tell({ ...about, at: authorship.since }, [toMembers(type, [userId])], { id: cause, text })
  }

  /** The author hears that a member has agreed; the member knows. */
  async #accepted(post: Post, userId: string, cause: string): Promise<void> {
    const about = { cause: `accepted:${userId}:${post.id}`, actorId: userId, except: [], postId: post.id, commentId: null }
    const to = [toMembers('coauthorAccepted', [post.authorId])]
    await this.#tell({ ...about, at: this.#options.now() }, to, { id: cause, text: 'accepted' })
  }

  /** Once for each row: what goes and comes again is no news. */
  async #news({ name, look }: NewsSource, id: string): Promise<void> {
    const cause = `${name}:${id}`
    const { news, mark } = await this.#read(async (read) => ({
      news: await look(read, id, this.#options.now()),
      mark: await read.get(announcements, cause),
    }))
    if (news === 'gone') return mark?.state === 'told' ? this.#withdraw(cause) : undefined
    if (mark !== undefined || news === 'waits') return
    if (news === 'never') return this.#note(cause, '')
    // At a first start that is nearly everything: nothing is noted of it.
    if (news.at < (await this.#begun())) return
    const { to, commentId = null, ...about } = news
    const except = about.actorId === null ? [] : [about.actorId]
    await this.#tell({ ...about, cause, except, commentId }, typeof to === 'function' ? to(this.#options.store) : [to], {
      id: cause,
      text: '',
    })
  }

  /** Of a text that is not a post: a member it mentions is notified once, whatever is edited. */
  async #mentionsIn(cause: string): Promise<void> {
    const mark = await this.#read((read) => read.get(announcements, cause))
    const news = await this.#read((read) => mentionNews(read, cause, this.#options.now()))
    if (news.state === 'gone') return mark?.state === 'told' ? this.#withdraw(cause) : undefined
    if (news.state === 'none' || mark?.state === 'withdrawn' || mark?.text === news.told) return
    if (news.writtenAt < (await this.#begun())) return
    const { writerId: actorId, text, body, at } = news
    const about = { cause, actorId, except: [actorId], postId: text.postId, commentId: null, subject: text.subject, at }
    await this.#tell(about, mentioned(this.#options.store, body, actorId), { id: cause, text: news.told })
  }

  /**
   * In pieces, so that the writer does other things in between; with the last one it is remembered
   * that everybody has been told, which mostly makes one turn of the whole.
   */
  async #tell({ notBefore = 0, ...about }: Cause, reached: Iterable<readonly Reached[]> | Pieces, note: Mark): Promise<void> {
    const now = this.#options.now()
    let notices: Announce['notices'] = []
    for await (const some of reached) {
      const found = await this.#read((read) =>
        Promise.all(some.map((one) => deliveriesFor(read, one, { now, notBefore, at: about.at, hasMail: this.#options.hasMail }))),
      )
      notices = [...notices, ...found.filter((notice) => notice.inApp || notice.deliveries.length > 0)]
      for (; notices.length > atOnce; notices = notices.slice(atOnce))
        await runOperation(this.#options.writer, announce, { ...about, notices: notices.slice(0, atOnce) })
    }
    if (notices.length === 0) return this.#note(note.id, note.text)
    await runOperation(this.#options.writer, announce, { ...about, notices, note: { ...note, state: 'told' } })
  }

  /** Also what has been forgotten to have been told, as long as somebody has it. */
  async #withdrawComment(cause: string, mark: Announcement | undefined): Promise<void> {
    if (mark?.state === 'withdrawn') return
    const isHad = mark !== undefined || (await this.#read((read) => read.list(ofCause(cause, 1)))).length > 0
    if (isHad) await this.#withdraw(cause)
  }

  async #withdraw(cause: string): Promise<void> {
    while (await runOperation(this.#options.writer, withdrawCause, { cause }));
    await runOperation(this.#options.writer, noteAnnouncement, { id: cause, state: 'withdrawn', text: '' })
  }

  async #untell(about: Parameters<typeof withdrawPost.run>[1], cause: string | null): Promise<void> {
    // Most changes of drafts concern nobody: no need to ask the writer.
    const some = await this.#read((read) => read.list(aboutPost(about.postId, 1)))
    if (some.length > 0) while (await runOperation(this.#options.writer, withdrawPost, about));
    if (cause !== null) await runOperation(this.#options.writer, noteAnnouncement, { id: cause, state: 'withdrawn', text: '' })
  }

  #note(id: string, text: string): Promise<void> {
    return runOperation(this.#options.writer, noteAnnouncement, { id, state: 'told', text })
  }

  #read<T>(work: (read: StoreRead) => Promise<T>): Promise<T> {
    return this.#options.store.read(work)
  }

  /** From when on things are news: since telling began, which is kept with the store, and no longer than is remembered what was told. */
  async #begun(): Promise<number> {
    this.#since ??= await this.#firstStart()
    return Math.max(this.#since, this.#options.now() - noticeLimits.viewedRetentionMs)
  }

  async #firstStart(): Promise<number> {
    const known = await this.#read((read) => read.get(siteSecrets, begun))
    const value =
      known?.value ?? (await runOperation(this.#options.writer, keepSecret, { id: begun, value: String(this.#options.now() - lookBackMs) }))
    return Number(value)
  }
}

const begun = 'notices-since'
