import { describe, expect, test } from 'vitest'
import type { Arrangement, CommentBranch } from './comment-tree.ts'
import type { CommentChange } from './beside.ts'
import { nothingBeside } from './beside.ts'
import { createArranger } from './comment-tree.ts'
import type { CommentView, ThreadPerson, ThreadView } from './thread-view.ts'

const people: readonly ThreadPerson[] = [
  { id: 'ada', name: 'Ada', slug: 'ada' },
  { id: 'ben', name: 'Ben', slug: 'ben' },
]
const said = (id: string, level: number, changes: Partial<CommentView> = {}): CommentView => ({
  id,
  level,
  by: 0,
  at: 100,
  version: 1,
  score: 1,
  voteCount: 1,
  agreement: 0,
  agreementCount: 0,
  replyCount: 0,
  ...changes,
})
/** a ─ b ─ c, d */
const view: ThreadView = { people, comments: [said('a', 1), said('b', 2, { by: 1 }), said('c', 3), said('d', 1)] }
const given = (changes: Partial<Arrangement> = {}): Arrangement => ({
  view,
  bodies: {},
  areBodiesLost: false,
  postId: 'post',
  asked: '/posts/post',
  fresh: new Set(),
  held: new Set(),
  beside: nothingBeside,
  ...changes,
})
const mine = (id: string, parentId: string | null, changes: Partial<CommentChange> = {}): CommentChange => ({
  id,
  made: { postId: 'post', parentId, author: { id: 'me', name: 'Me', slug: 'me' }, at: 200, power: 1 },
  version: 1,
  html: `<p>${id}</p>`,
  removed: null,
  state: 'not sent yet',
  isRefused: false,
  canUndo: false,
  ...changes,
})
const beside = (...changes: readonly CommentChange[]) => ({
  ...nothingBeside,
  myId: 'me',
  changes: new Map(changes.map((change) => [change.id, change])),
})
const drawn = (branches: readonly CommentBranch[]): string =>
  branches.map(({ comment, replies }) => (replies.length === 0 ? comment.id : `${comment.id}(${drawn(replies)})`)).join(' ')

describe('arranging a discussion', () => {
  test('what I say where scores are hidden shows none either', () => {
    const own = (hasHiddenScores?: true) =>
      createArranger('thread')(
        given({ view: { ...view, ...(hasHiddenScores && { hasHiddenScores }) }, beside: beside(mine('x', null)) }),
      ).find(({ comment }) => comment.id === 'x')?.comment.hasHiddenScore
    expect([own(), own(true)]).toEqual([undefined, true])
  })

  test('nothing has changed: every branch is the very same object', () => {
    const arrange = createArranger('thread')
    const first = arrange(given())
    const copy: ThreadView = JSON.parse(JSON.stringify(view))
    const again = arrange(given({ view: copy }))
    expect(drawn(again)).toBe('a(b(c)) d')
    expect(again[0]).toBe(first[0])
    expect(again[1]).toBe(first[1])
  })

  test('one comment changes: its own branch is new up to the root, the others are not', () => {
    const arrange = createArranger('thread')
    const first = arrange(given())
    const after = arrange(
      given({ view: { people, comments: view.comments.map((each) => (each.id === 'c' ? { ...each, score: 2 } : each)) } }),
    )
    expect(after[0]).not.toBe(first[0])
    expect(after[1]).toBe(first[1])
  })

  test('the texts coming in later, and people at other places, draw nothing', () => {
    const arrange = createArranger('thread')
    const first = arrange(given())
    const moved: ThreadView = { people: [...people].reverse(), comments: view.comments.map((each) => ({ ...each, by: 1 - each.by })) }
    const after = arrange(given({ view: moved, bodies: { a: '<p>a</p>' } }))
    expect(after[0]).toBe(first[0])
  })

  test('where the document has lost its texts, those that come are drawn', () => {
    const arrange = createArranger('thread')
    const first = arrange(given())
    expect(arrange(given({ bodies: { a: '<p>a</p>' }, areBodiesLost: true }))[0]).not.toBe(first[0])
  })

  test('my own stand where they were written: a reply first under what it answers, at the top last', () => {
    const arrange = createArranger('thread')
    arrange(given())
    const after = arrange(given({ beside: beside(mine('x', 'a'), mine('y', null), mine('z', 'x')) }))
    expect(drawn(after)).toBe('a(x(z) b(c)) d y')
    expect(after[0]?.replies[0]).toMatchObject({ html: '<p>x</p>', to: { name: 'Ada' }, change: { state: 'not sent yet' } })
  })

  test('the block of one comment shows answers to it, and no comments on the post', () => {
    const one: ThreadView = { people, comments: [said('a', 1)] }
    expect(drawn(createArranger('permalink')(given({ view: one, beside: beside(mine('x', 'a'), mine('y', null)) })))).toBe('a(x)')
  })

  test('what belongs to another post, or answers what is not shown, is left out', () => {
    const other = { ...mine('x', null), made: { ...mine('x', null).made, postId: 'other' } as CommentChange['made'] }
    expect(drawn(createArranger('thread')(given({ beside: beside(other, mine('y', 'nowhere')) })))).toBe('a(b(c)) d')
  })

  test('once the page has my comment, it stands there once', () => {
    const with_ = { people, comments: [...view.comments, said('y', 1)] }
    const after = createArranger('thread')(given({ view: with_, beside: beside(mine('y', null)), fresh: new Set(['y']) }))
    expect(drawn(after)).toBe('a(b(c)) d y')
  })

  test('my edit is shown until the page has a later version', () => {
    const edit = beside(mine('d', null, { version: 2, editedAt: 300 }))
    expect(createArranger('thread')(given({ beside: edit }))[1]).toMatchObject({ comment: { version: 2, editedAt: 300 }, html: '<p>d</p>' })
    const later = { people, comments: view.comments.map((each) => (each.id === 'd' ? { ...each, version: 3 } : each)) }
    const after = createArranger('thread')(given({ view: later, bodies: { d: '<p>theirs</p>' }, beside: edit }))
    expect(after[1]).toMatchObject({ comment: { version: 3 }, html: '<p>theirs</p>' })
  })

  test('what I removed is a stub, and stands again when I take it back', () => {
    const removed = createArranger('thread')(given({ beside: beside(mine('d', null, { removed: { by: 'author', reason: '' } })) }))
    expect(removed[1]?.comment.removed).toEqual({ by: 'author', reason: '' })
    const gone = { people, comments: view.comments.map((each) => ({ ...each, removed: { by: 'author', reason: '' } as const })) }
    expect(createArranger('thread')(given({ view: gone, beside: beside(mine('d', null)) }))[1]?.comment.removed).toBeUndefined()
  })

  test('newer scores move nothing while one reads, what came later stands last, and another order is taken as it is', () => {
    const arrange = createArranger('thread')
    arrange(given())
    const better: ThreadView = { people, comments: [said('new', 1), said('d', 1), said('a', 1), said('e', 2), said('b', 2), said('c', 3)] }
    expect(drawn(arrange(given({ view: better })))).toBe('a(b(c) e) d new')
    expect(drawn(arrange(given({ view: better, asked: '/posts/post?view=postCommentsNew' })))).toBe('new d a(e b(c))')
  })

  test('held back, a comment takes what answers it along', () => {
    expect(drawn(createArranger('thread')(given({ held: new Set(['b']) })))).toBe('a d')
  })

  test('newer than the last visit and not mine: new', () => {
    const arrange = createArranger('thread')
    const late = { people, comments: view.comments.map((each) => ({ ...each, at: each.by === 1 ? 300 : 200 })) }
    const seen = { ...nothingBeside, seenUpTo: new Map([['post', 199]]), myId: 'ben' }
    const [first] = arrange(given({ view: late, beside: seen }))
    expect([first?.isNew, first?.replies[0]?.isNew]).toEqual([true, false])
    expect(arrange(given({ view: late }))[0]?.isNew).toBe(false)
  })
})

describe('in a discussion of two parts', () => {
  const answer = mine('x', null, {
    made: { postId: 'post', parentId: null, author: { id: 'me', name: 'Me', slug: 'me' }, at: 200, power: 1, isAnswer: true },
  })
  test.each([
    ['answers', 'x'],
    ['thread', 'y'],
    ['takes', ''],
  ] as const)('of what I write at its top, %s get %j alone', (place, expected) => {
    const empty = { people: [], comments: [] }
    expect(drawn(createArranger(place)(given({ view: empty, beside: beside(answer, mine('y', null)) })))).toBe(expected)
  })

  test('what stands somewhere else on the page is left out', () => {
    const both = beside(mine('x', null), mine('y', null))
    expect(drawn(createArranger('thread')(given({ view: { people, comments: [] }, beside: both, elsewhere: new Set(['x']) })))).toBe('y')
  })
})

test('a mark of mine shows before the page says it, and goes where I take it back', () => {
  const change = (marks: NonNullable<CommentChange['marks']>) => mine('d', null, { made: null, html: undefined, marks })
  const shown = (marks: NonNullable<CommentChange['marks']>) =>
    createArranger('thread')(given({ beside: beside(change(marks)) }))[1]?.comment
  expect(shown({ isRetracted: true, pinnedBy: 'Me' })).toMatchObject({ id: 'd', isRetracted: true, pinnedBy: 'Me' })
  expect(shown({ isRetracted: null })?.isRetracted).toBeUndefined()
  // Also of one that the page does not know of yet.
  const own = mine('x', null, { marks: { isRetracted: true } })
  expect(createArranger('thread')(given({ beside: beside(own) })).at(-1)?.comment).toMatchObject({ id: 'x', isRetracted: true })
})
