/**
 * Holds what is shown of my own comments to what the device has: the word beside them ("not sent
 * yet", "waiting until 14:05", "Not sent: …"), and what was taken back elsewhere. Finds those made
 * before this page was opened, or in another tab. It writes nothing.
 */
import { comments } from '#shared/comments/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { Changed, Device } from '../../data/device/device-api.ts'
import { connection } from '../../data/connection.ts'
import type { OutboxItem } from '../../data/outbox.ts'
import { outbox } from '../../data/outbox.ts'
import { rememberLocalVotes } from '../../data/votes.ts'
import { createStore } from '../../data/store.ts'
import { isHint } from '../hints.ts'
import { wordsFor } from '../wording.ts'
import { authorOf, ownPower, roleOf } from './authorship.ts'
import type { CommentChange } from './beside.ts'
import { beside, dropChanges, setChange } from './beside.ts'
import { marksOfMutation } from './comment-marks.ts'
import { reviewRole } from './review-role.ts'
import { commentText } from './comment-text.ts'
import { pendingWords } from './pending-words.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

const followed = createStore<Device | null>(null)

/** From now on; once for each device. */
export function keepChangesTrue(device: Device): void {
  if (followed.get() === device || device.account === null) return
  followed.set(device)
  const look = () => void lookAtAll(device).catch(reportUnlessClosed)
  outbox.subscribe(look)
  connection.subscribe(look)
  device.subscribe((changed: Changed) => {
    if (changed.kinds.has('comments')) look()
  })
  look()
}

async function lookAtAll(device: Device): Promise<void> {
  const items = [...outbox.get().waiting, ...outbox.get().refused].filter(({ name }) => name.startsWith('comments.'))
  for (const item of items) if (item.about.every((id) => !beside.get().changes.has(id))) await find(device, item)
  for (const change of beside.get().changes.values()) await look(device, change)
}

/** A mutation done before this page was opened, or in another tab. */
async function find(device: Device, item: OutboxItem): Promise<void> {
  const made = madeOf(item)
  const id = made?.id ?? item.about[0]
  if (id === undefined) return
  const row: Comment | undefined = await device.read.get(comments, id)
  const body = row?.body ?? made?.body
  if (body === undefined) return
  const { htmlOf } = await commentText()
  const post = made === null ? undefined : await device.read.get(posts, made.postId)
  const role = made?.year === undefined ? roleOf(device, post) : reviewRole(made.year)
  const author = authorOf(device)
  if (made !== null) rememberLocalVotes([[id, 'approval', 1]])
  setChange({
    id,
    made: made && {
      postId: made.postId,
      parentId: made.parentId,
      ...(made.isAnswer === true ? { isAnswer: true } : {}),
      ...(item.name === 'comments.postQuickTake' ? { isQuickTake: true } : {}),
      author,
      power: ownPower(device),
      at: row?.postedAt ?? item.at,
      ...(role === undefined ? {} : { role }),
    },
    version: row?.bodyVersion ?? 1,
    // Of what the device knows by a page's hint it has no text: the page has.
    html: made === null && row !== undefined && isHint(row) ? undefined : htmlOf(id, body),
    ...(row?.editedAt ? { editedAt: row.editedAt } : {}),
    removed: removalOf(row),
    ...wordOf(id),
    canUndo: row?.removedById === device.account,
    ...(item.name === 'comments.setMark' && item.error === null ? { marks: marksOfMutation(item.args, device.me.name ?? '') } : {}),
    ...(made === null && item.error !== null ? asStored : {}),
  })
}

/** Brings the word up to date, and lets go of what was taken back. */
async function look(device: Device, change: CommentChange): Promise<void> {
  const word = wordOf(change.id)
  // While it is being stored, the device does not know of it yet.
  if (word.state === null && change.state === 'Saving…' && !(await isAsIn(device, change))) return
  if (word.state === null && !(await isAsIn(device, change))) return dropChanges([change.id])
  const now = beside.get().changes.get(change.id)
  if (now !== change || (word.state === change.state && word.isRefused === change.isRefused)) return
  setChange({ ...change, ...word, ...(word.isRefused && change.made === null ? asStored : {}) })
}

/**
 * Of a refused edit what is stored is shown, for that is what others read; mine is in its form and
 * in the tray.
 */
const asStored = { version: 0, html: undefined, removed: null, marks: {}, canUndo: false } as const

async function isAsIn(device: Device, { id, version, removed }: CommentChange): Promise<boolean> {
  const row = await device.read.get(comments, id)
  return row !== undefined && row.bodyVersion >= version && (row.removedBy === null) === (removed === null)
}

function wordOf(id: string): Pick<CommentChange, 'state' | 'isRefused'> {
  const { pendingByAbout, refused } = outbox.get()
  const pending = pendingByAbout.get(id)
  // Here and not among the words for all: those come with every page.
  if (pending?.reason === 'pictures-on-their-way') return { state: 'waiting for its pictures', isRefused: false }
  if (pending !== undefined) return { state: pendingWords(pending, connection.get()), isRefused: false }
  const item = refused.findLast(({ name, about }) => name.startsWith('comments.') && about.includes(id))
  if (item === undefined) return { state: null, isRefused: false }
  return { state: `Not sent: ${item.error === null ? 'it was refused.' : wordsFor(item.error)}`, isRefused: true }
}

function removalOf(row: Comment | undefined): CommentChange['removed'] {
  return row === undefined || row.removedBy === null ? null : { by: row.removedBy, reason: row.removedReason }
}

interface Made {
  readonly id: string
  readonly postId: string
  readonly parentId: string | null
  readonly body: Doc
  readonly isAnswer?: boolean
  /** Of a review. */
  readonly year?: number
}

function madeOf({ name, args }: OutboxItem): Made | null {
  if (typeof args !== 'object' || args === null || !('body' in args)) return null
  // The device's own queue: written by `comment-actions.ts` through the mutation's schema.
  if (name === 'comments.post' && 'postId' in args) return args as Made
  if (name === 'comments.postQuickTake' && 'postId' in args) return { ...(args as Made), parentId: null }
  if (name === 'comments.postReview' && 'postId' in args) return { ...(args as Made), parentId: null }
  return null
}
