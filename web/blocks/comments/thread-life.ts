/**
 * What the device adds to a discussion once it is there: what waits to be sent, my votes, what is
 * new since the last visit. All of it beside the page (`beside.ts`), none of it moves anything.
 */
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { setReadMark } from '#shared/reading/mutations.ts'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import { marks } from '../../data/marks.ts'
import { rememberHints } from '../hints.ts'
import { isRefusal } from '../refusal-of.ts'
import { followVotes, showMyVotes } from '../votes/vote-rows.ts'
import type { CommentChange } from './beside.ts'
import { beside, dropChanges } from './beside.ts'
import { keepChangesTrue } from './own-changes.ts'
import type { CommentView, ThreadView } from './thread-view.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

export interface ThreadLife {
  /** The page has other comments now. */
  readonly update: (view: ThreadView) => void
  readonly stop: () => void
}

/** One discussion's, from its opening until it is left. */
export function liveThread(device: Device, post: Post, first: ThreadView): ThreadLife {
  const marked = { upTo: 0, isPlaced: false, isGone: false, view: first }
  beside.set({ ...beside.get(), myId: device.account })
  // First of all: what is done below moves the mark.
  const place = (before: { readonly seenUpTo: number } | undefined) => {
    const seenUpTo = beside.get().seenUpTo.get(post.id) ?? before?.seenUpTo ?? 0
    if (seenUpTo > 0) beside.set({ ...beside.get(), seenUpTo: new Map(beside.get().seenUpTo).set(post.id, seenUpTo) })
    marked.isPlaced = true
  }
  const leave = whenOwnDeviceIsReady(device, (isLate) => {
    if (!isLate) return place(marks.get().read.get(post.id))
    void device.read.get(readMarks, readMarkId(device.account ?? '', post.id)).then((row) => {
      if (marked.isGone) return
      place(row)
      update(marked.view)
    }, reportUnlessClosed)
  })
  keepChangesTrue(device)
  followVotes(device)

  const markRead = async (view: ThreadView) => {
    // Mine are never new to me, and those not sent yet have only this device's time, which may be
    // wrong by years.
    const newest = view.comments.reduce((latest, { at, by }) => (view.people[by]?.id === device.account ? latest : Math.max(latest, at)), 0)
    if (marked.upTo > 0 && newest <= marked.upTo) return
    // Marked as unread meanwhile, it stays so; what is seen grows all the same.
    const isRead = marked.upTo === 0 || (marks.get().read.get(post.id)?.isRead ?? true)
    marked.upTo = Math.max(newest, 1)
    try {
      await device.commit(setReadMark, { postId: post.id, isRead, seenUpTo: newest })
    } catch (error) {
      // A draft that is no longer mine, a post taken down meanwhile: nothing to remember.
      if (!isRefusal(error)) throw error
    }
  }
  const update = (view: ThreadView) => {
    if (post.status !== 'published') return
    rememberHints(post, view)
    showMyVotes(device, [post.id, ...view.comments.map(({ id }) => id)]).catch(reportUnlessClosed)
    dropChanges(settled(view))
    marked.view = view
    if (marked.isPlaced) whenSeen(() => void markRead(view).catch(reportUnlessClosed))
  }
  if (post.status === 'published') device.hint(posts, post)
  update(first)
  return {
    update,
    stop() {
      marked.isGone = true
      leave()
      // The next visit begins where this one ended.
      const { changes, seenUpTo: seen } = beside.get()
      const rest = new Map(seen)
      rest.delete(post.id)
      beside.set({ ...beside.get(), changes, seenUpTo: rest })
    },
  }
}

/**
 * Right after signing in, what I had read on other devices is still on its way: until it is here,
 * nobody can say what is new to me.
 */
function whenOwnDeviceIsReady(device: Device, run: (isLate: boolean) => void): () => void {
  const shape = `me:${device.account ?? ''}`
  if (device.account === null || device.holds(shape)) {
    run(false)
    return () => {}
  }
  const leave = device.subscribe(() => {
    if (!device.holds(shape)) return
    leave()
    run(true)
  })
  return leave
}

/** Confirmed, and on the page: the page says it from now on. */
export function settled({ comments }: ThreadView): readonly string[] {
  const { changes } = beside.get()
  return comments.flatMap((comment) => {
    const { id, version, removed } = comment
    const change = changes.get(id)
    if (change === undefined || change.state !== null || change.canUndo) return []
    if (!areMarked(comment, change)) return []
    return version >= change.version && (removed !== undefined) === (change.removed !== null) ? [id] : []
  })
}

/** The page says the same of it. */
function areMarked(comment: CommentView, { marks = {} }: CommentChange): boolean {
  const said: Readonly<Record<string, unknown>> = { ...comment }
  return Object.entries(marks).every(([name, value]) => (said[name] ?? null) === value)
}

/** At once if the page is in sight; a tab opened behind has not been read. */
function whenSeen(run: () => void): void {
  if (document.visibilityState === 'visible') return run()
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
}
