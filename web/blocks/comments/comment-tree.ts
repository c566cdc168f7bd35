/**
 * Nests what a page has laid out flat, with what the device knows beside it: my own comments at
 * their place, changes of mine, what is new. Linear and without recursion. A branch in which
 * nothing has changed is the very same object as before, so that one comment among a thousand is
 * drawn again alone. Order is the page's as it was opened: newer scores move nothing while one
 * reads, and what comes later stands last.
 */
import type { Beside, CommentChange } from './beside.ts'
import { nothingBeside } from './beside.ts'
import type { Place } from './thread-view-keys.ts'
import { bodyKey } from './thread-view-keys.ts'
import type { CommentView, ThreadPerson, ThreadView } from './thread-view.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** A comment with the replies shown under it. */
export interface CommentBranch {
  readonly comment: CommentView
  readonly author: ThreadPerson
  /** Who is answered, and in which comment; `null` at the top. */
  readonly to: ThreadPerson | null
  readonly parentId: string | null
  readonly replies: readonly CommentBranch[]
  /** Comments shown in the branch, itself included. */
  readonly size: number
  /** `undefined` while the server's HTML is still in the document (see `Body`). */
  readonly html: string | undefined
  /** Newer than the reader's last visit. */
  readonly isNew: boolean
  /** What I did to it and has not been confirmed. */
  readonly change: CommentChange | null
  /** The reader has muted its author: it is folded. */
  readonly isMuted?: boolean
}

export interface Arrangement {
  readonly view: ThreadView
  readonly bodies: Readonly<Record<string, string>>
  /** The server's texts are not in the document any more: those that come have to be drawn. */
  readonly areBodiesLost: boolean
  readonly postId: string
  /**
   * What the reader asked for (path and query): as long as it is the same, nothing that is shown
   * changes its place.
   */
  readonly asked: string
  /** Written since the page was opened: first among their siblings, at the top last. */
  readonly fresh: ReadonlySet<string>
  /** Not shown yet: they came while one was reading. */
  readonly held: ReadonlySet<string>
  readonly beside: Beside
  /** Of mine: they stand somewhere else on the page. */
  readonly elsewhere?: ReadonlySet<string>
  /** Ids of members. */
  readonly muted?: ReadonlySet<string>
}

const nowhere: ReadonlySet<string> = new Set()
const nobody: ThreadPerson = { id: '', name: '[anonymous]', slug: '' }

interface Growing {
  readonly comment: CommentView
  readonly author: ThreadPerson
  readonly to: ThreadPerson | null
  readonly parentId: string | null
  readonly change: CommentChange | null
  readonly replies: Growing[]
  readonly isFresh: boolean
}

/** Remembers what it gave last, so that unchanged branches stay the same objects. */
export function createArranger(place: Place): (given: Arrangement) => readonly CommentBranch[] {
  let last: ReadonlyMap<string, CommentBranch> = new Map()
  let shown = { asked: '', places: new Map<string, number>() }
  return ({ view, bodies, areBodiesLost, postId, asked, fresh, held, beside, elsewhere = nowhere, muted = nowhere }) => {
    const { roots: found, preorder } = grow(place, { view, postId, fresh, held, beside, elsewhere })
    if (shown.asked !== asked) shown = { asked, places: new Map() }
    const { places } = shown
    const placeOf = ({ comment, isFresh }: Growing): number => (isFresh ? -1 : (places.get(comment.id) ?? Infinity))
    const inPlace = (siblings: readonly Growing[]) =>
      siblings.length < 2 ? siblings : siblings.toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
    const roots = [...inPlace(found.filter(({ isFresh }) => !isFresh)), ...found.filter(({ isFresh }) => isFresh)]
    const next = new Map<string, CommentBranch>()
    const done = (growing: Growing): CommentBranch | undefined => next.get(growing.comment.id)
    const seenUpTo = beside.seenUpTo.get(postId)
    for (const { comment, author, to, parentId, change, replies: below } of preorder.toReversed()) {
      const replies = inPlace(below).flatMap((each) => done(each) ?? [])
      const branch: CommentBranch = {
        comment,
        author,
        to,
        parentId,
        replies,
        size: replies.reduce((sum, reply) => sum + reply.size, 1),
        html: (change !== null && change.version >= comment.version ? change.html : undefined) ?? bodies[bodyKey(comment.id, place)],
        isNew: seenUpTo !== undefined && comment.at > seenUpTo && author.id !== beside.myId,
        change,
        isMuted: muted.has(author.id),
      }
      const before = last.get(comment.id)
      next.set(comment.id, before !== undefined && isSameBranch(before, branch, areBodiesLost) ? before : branch)
    }
    for (const { comment, isFresh } of preorder) if (!isFresh && !places.has(comment.id)) places.set(comment.id, places.size)
    last = next
    return roots.flatMap((root) => done(root) ?? [])
  }
}

/** The page's alone, for those who need no more. */
export function branchesOf(view: ThreadView, fresh: ReadonlySet<string> = new Set()): readonly CommentBranch[] {
  return createArranger('thread')({
    view,
    bodies: {},
    areBodiesLost: false,
    postId: '',
    asked: '',
    fresh,
    held: new Set(),
    beside: nothingBeside,
  })
}

function grow(
  place: Place,
  {
    view: { comments, people, hasHiddenScores },
    postId,
    fresh,
    held,
    beside,
    elsewhere,
  }: Required<Omit<Arrangement, 'bodies' | 'areBodiesLost' | 'asked' | 'muted'>>,
) {
  const roots: Growing[] = []
  const preorder: Growing[] = []
  const byId = new Map<string, Growing>()
  const put = (growing: Growing, parent: Growing | undefined) => {
    if (parent === undefined) roots.push(growing)
    else if (growing.isFresh) parent.replies.unshift(growing)
    else parent.replies.push(growing)
    byId.set(growing.comment.id, growing)
    preorder.push(growing)
  }
  const path: Growing[] = []
  let heldFrom = Infinity
  for (const said of comments) {
    if (said.level > heldFrom) continue
    heldFrom = held.has(said.id) ? said.level : Infinity
    if (heldFrom !== Infinity) continue
    path.length = Math.min(path.length, said.level - 1)
    const parent = path.at(-1)
    const change = beside.changes.get(said.id) ?? null
    const author = people[said.by] ?? nobody
    const isFresh = fresh.has(said.id)
    const [to, parentId] = [parent?.author ?? null, parent?.comment.id ?? null]
    const growing = { comment: changed(said, change), author, to, parentId, change, replies: [], isFresh }
    put(growing, parent)
    path.push(growing)
  }
  for (const change of beside.changes.values()) {
    const { made, id } = change
    if (made === null || made.postId !== postId || byId.has(id)) continue
    // At the top of a question's discussion there are two lists.
    if (made.parentId === null && (place === 'takes' || (place === 'answers') !== (made.isAnswer ?? false))) continue
    if (elsewhere.has(id)) continue
    const parent = made.parentId === null ? undefined : byId.get(made.parentId)
    // Parent comment is not shown here: too deep, or in another branch than the block above a post
    // shows.
    if (parent === undefined && (made.parentId !== null || place === 'permalink')) continue
    const level = (parent?.comment.level ?? 0) + 1
    const to = parent?.author ?? null
    const comment = ownView(change, made, level, hasHiddenScores)
    put({ comment, author: made.author, to, parentId: parent?.comment.id ?? null, change, replies: [], isFresh: true }, parent)
  }
  return { roots, preorder }
}

function changed(said: CommentView, change: CommentChange | null): CommentView {
  if (change === null || change.version < said.version) return said
  const { removed: _, ...existing } = said
  return {
    ...existing,
    version: change.version,
    ...(change.editedAt === undefined ? {} : { editedAt: change.editedAt }),
    ...(change.removed === null ? {} : { removed: change.removed }),
    ...changedMarks(change),
  }
}

/** What is so no more is `undefined`, as where it never was. */
const changedMarks = ({ marks = {} }: CommentChange): Partial<CommentView> =>
  // The marks are fields of a view, by their type.
  Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, value ?? undefined])) as Partial<CommentView>

function ownView(change: CommentChange, made: MadeOf, level: number, isHidden?: true): CommentView {
  const { id, version, editedAt, removed } = change
  const own = { score: made.power, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0 }
  return {
    id,
    level,
    by: -1,
    at: made.at,
    version,
    ...own,
    ...(isHidden && { hasHiddenScore: true }),
    ...(made.role === undefined ? {} : { role: made.role }),
    ...(editedAt === undefined ? {} : { editedAt }),
    ...(removed === null ? {} : { removed }),
    ...(made.isQuickTake === true ? { isQuickTake: true } : {}),
    ...(made.isAnswer === true ? { isAnswer: true } : {}),
    ...changedMarks(change),
  }
}

type MadeOf = NonNullable<CommentChange['made']>

function isSameBranch(before: CommentBranch, after: CommentBranch, areBodiesLost: boolean): boolean {
  return (
    before.isNew === after.isNew &&
    before.isMuted === after.isMuted &&
    before.change === after.change &&
    // The texts come to React only after the first change; the same version is the same text.
    (before.html === after.html || (!areBodiesLost && (before.html === undefined || after.html === undefined))) &&
    isSamePerson(before.author, after.author) &&
    (before.to?.id ?? null) === (after.to?.id ?? null) &&
    before.to?.name === after.to?.name &&
    before.replies.length === after.replies.length &&
    before.replies.every((reply, at) => reply === after.replies[at]) &&
    isSameView(before.comment, after.comment)
  )
}

const isSamePerson = (a: ThreadPerson, b: ThreadPerson): boolean => a === b || (a.id === b.id && a.name === b.name && a.slug === b.slug)

/** `by` is a place in a list that may have grown. */
function isSameView(a: CommentView, b: CommentView): boolean {
  if (a === b) return true
  const [these, those] = [
    { ...a, by: 0 },
    { ...b, by: 0 },
  ]
  return isSameJson(these, those)
}
