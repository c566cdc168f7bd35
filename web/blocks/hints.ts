/**
 * Rows that a page knows and the device may not have yet: handed to it with the first mutation
 * about them, so that a vote or a reply need not wait for the thread. They are made up from what is
 * shown; nothing is ever drawn from them, and nothing edited (`isHint`).
 */
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { createStore } from '../data/store.ts'
import type { Device } from '../data/device/device-api.ts'
import type { CommentView, ThreadView } from './comments/thread-view.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** By id of the post or comment: how the device is told of it. */
const known = createStore<ReadonlyMap<string, (device: Device) => void>>(new Map())

const patienceMs = 3_000

const noBody: Comment['body'] = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Its text is not here. */
export const isHint = (comment: Comment): boolean => isSameJson(comment.body, noBody)

export function rememberHint(id: string, hint: (device: Device) => void): void {
  known.set(new Map(known.get()).set(id, hint))
}

export function rememberHints(post: Post, view: ThreadView): void {
  const next = new Map(known.get())
  const hintPost = (device: Device) => device.hint(posts, post)
  next.set(post.id, hintPost)
  const path: CommentView[] = []
  for (const comment of view.comments) {
    path.length = Math.min(path.length, comment.level - 1)
    const parent = path.at(-1)
    const root = path[0] ?? comment
    next.set(comment.id, (device) => {
      hintPost(device)
      device.hint(
        comments,
        hintOf(comment, { postId: post.id, postVersion: post.version, parentId: parent?.id ?? null, rootId: root.id, view }),
      )
    })
    path.push(comment)
  }
  known.set(next)
}

/**
 * Right after the start of the app what the page knows is still on its way here: resolves once it
 * is, or does not come soon.
 */
export function whenHinted(id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!known.get().has(id)) return
      done()
    }
    const leave = known.subscribe(look)
    const done = () => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(done, patienceMs)
    look()
  })
}

/** Before a mutation about this post or comment. */
export function hintTarget(device: Device, id: string): void {
  known.get().get(id)?.(device)
}

interface Around extends Pick<Comment, 'postId' | 'postVersion' | 'parentId' | 'rootId'> {
  readonly view: ThreadView
}

function hintOf(comment: CommentView, { view, ...place }: Around): Comment {
  return {
    ...place,
    id: comment.id,
    authorId: view.people[comment.by]?.id ?? '',
    body: noBody,
    bodyVersion: comment.version,
    postedAt: comment.at,
    editedAt: comment.editedAt ?? null,
    removedBy: comment.removed?.by ?? null,
    removedById: null,
    removedAt: null,
    removedReason: comment.removed?.reason ?? '',
    awaitsReview: false,
    isCounted: true,
    replyCount: comment.replyCount,
    // What rules ask for.
    ...(comment.isQuickTake === true && { isQuickTake: true }),
    ...(comment.isAnswer === true && { isAnswer: true }),
    ...(comment.isRejected === true && { rejectedReason: '' }),
    ...(comment.lockedUntil !== undefined && { repliesLockedUntil: comment.lockedUntil }),
  }
}
