import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { packLists } from '#shared/pages/packed-lists.ts'
import { visitorReadingIn } from '../../data/visitor-reading.ts'
import { keepFold, showVisitorMarks } from './list-marks.ts'
import { lightPage } from './light-page.ts'
import { noteVisit } from './note-visit.ts'
import { sayMissed, sayOffline } from './say-offline.ts'

const postId = '01hz0000000000000000000001'
const other = '01hz0000000000000000000002'
const reading = visitorReadingIn(localStorage)

/** What a visitor's page says of itself, beside its HTML. */
const handOver = (page: unknown) => JSON.stringify({ answer: { page } }, packLists)
const late = (): NonNullable<typeof window.__late> => ({
  ...{ ready: false, mutation: null, light: '/light.js', begin: vi.fn<() => void>() },
  policy: { createScriptURL: (url: string) => url },
})

/** Elements by their tag, attributes and children. */
interface Drawn extends ReadonlyArray<string | Readonly<Record<string, string>> | Drawn> {
  readonly 0: string
  readonly 1: Readonly<Record<string, string>>
}
function draw(drawn: Drawn): HTMLElement {
  const { 0: tag, 1: attributes } = drawn
  const children = drawn.slice(2) as readonly (string | Drawn)[] // what follows the attributes
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.map((child) => (typeof child === 'string' ? child : draw(child))))
  return element
}
const show = (...all: readonly Drawn[]) => document.body.replaceChildren(...all.map(draw))
const row = (id: string): Drawn => [
  ...(['li', { class: 'row' }, ['h3', { class: 'row-title' }, ['a', { href: `/posts/${id}/slug` }, 'Title']]] as const),
  ['a', { class: 'row-count', 'aria-label': '3 comments' }, '3'],
]

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

test('rows of posts that were read say so, and those with newer comments; taking it away leaves what the server drew', () => {
  reading.setMark(postId, { isRead: true, seenUpTo: 40, readAt: 45 })
  // As many as a list has that is handed over as columns.
  const ids = [postId, other, ...Array.from({ length: 7 }, (_none, n) => `${other.slice(0, -1)}${n}`)]
  const rows = { rows: ids.map((id) => ({ id, slug: 'slug', talkedAt: 50 })) }
  show(row(postId), row(other), ['script', { id: 'hand-over', type: 'application/json' }, handOver(rows)])
  const before = document.body.innerHTML
  const stop = showVisitorMarks(late())
  const [first, second] = [...document.querySelectorAll('.row')]
  expect([first?.className, second?.className]).toEqual(['row read', 'row'])
  expect(first?.querySelector('.row-title')?.textContent).toBe('Title, read')
  expect(first?.querySelector('.row-count.fresh')?.getAttribute('aria-label')).toBe('3 comments, some new since you were there')
  stop()
  expect(document.body.innerHTML).toBe(before)
})

test('a sequence that was begun brings the app, which says how far one has come', () => {
  reading.setMark(postId, { isRead: true, seenUpTo: 0, readAt: 45 })
  show(['span', { class: 'so-far' }], ['script', { id: 'hand-over', type: 'application/json' }, handOver({ posts: [{ id: postId }] })])
  const own = late()
  showVisitorMarks(own)
  expect(own.begin).toHaveBeenCalled()
})

test('a folded section of the front page stays folded', () => {
  const section: Drawn = ['section', { 'aria-labelledby': 'wiki-title' }, ['details', { class: 'front-fold', open: '' }]]
  show(section)
  const fold = document.querySelector('details')
  if (fold !== null) fold.open = false
  keepFold(fold)
  show(section)
  showVisitorMarks(late())
  expect(document.querySelector('details')?.open).toBe(false)
})

const thread = (...at: readonly number[]) =>
  lightPage(
    handOver({
      thread: postId,
      words: 900,
      minutes: 4,
      discussion: { comments: at.map((one, n) => ({ id: `c${n}`, score: 1, at: one })) },
    }),
  )

test('opening a post marks it as read up to its newest comment; the app finds the mark from before', () => {
  reading.setMark(postId, { isRead: false, seenUpTo: 20, readAt: 21 })
  show(['h2', { id: 'comments-title' }], ['button', { class: 'unknown', 'data-mark-read': '' }, 'Mark as unread'])
  const own = late()
  const stop = noteVisit(thread(10, 20), reading, own)
  expect(reading.get().marks.get(postId)).toMatchObject({ isRead: true, seenUpTo: 20 })
  expect(document.querySelector('.new-since')?.textContent).toBe('Nothing new since your last visit')
  const button = document.querySelector('button')
  button?.click()
  expect([button?.className, button?.textContent, reading.get().marks.get(postId)?.isRead]).toEqual(['', 'Mark as read', false])
  stop()
  expect(reading.get().marks.get(postId)).toEqual({ isRead: false, seenUpTo: 20, readAt: 21 })
  expect([document.querySelector('.new-since'), button?.className, button?.textContent]).toEqual([null, 'unknown', 'Mark as unread'])
  expect(own.begin).not.toHaveBeenCalled()
})

test('comments that are new since the last visit bring the app, with the mark as it was', () => {
  reading.setMark(postId, { isRead: true, seenUpTo: 20, readAt: 21 })
  const own = late()
  noteVisit(thread(10, 30), reading, own)
  expect(own.begin).toHaveBeenCalled()
  expect(reading.get().marks.get(postId)).toEqual({ isRead: true, seenUpTo: 20, readAt: 21 })
})

test('a page of the wiki has its text one step further', () => {
  const view = { post: { id: other }, words: 400, minutes: 2, contents: [{}], reactions: {} }
  expect(lightPage(handOver({ thread: other, view }))).toMatchObject({
    postId: other,
    words: 400,
    minutes: 2,
    hasContents: true,
    comments: [],
  })
})

test('a page that is not on this device is loaded once it can be had, not as soon as the browser speaks of a network', async () => {
  show(['span', { class: 'word-state' }], ['section', { class: 'problem shell' }])
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('nobody'))
  const reload = vi.fn<() => void>()
  sayOffline(late(), reload)
  dispatchEvent(new Event('online'))
  await expect.poll(() => fetching.mock.settledResults.length).toBe(1)
  fetching.mockResolvedValue(new Response('', { status: 504 }))
  dispatchEvent(new Event('online'))
  await expect.poll(() => fetching.mock.settledResults.length).toBe(2)
  expect(reload).not.toHaveBeenCalled()
  fetching.mockResolvedValue(new Response(''))
  dispatchEvent(new Event('online'))
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  fetching.mockRestore()
})

test('at its own address the page that is not on this device does not load itself again and again', () => {
  const address = location.href
  onTestFinished(() => history.replaceState(null, '', address))
  history.replaceState(null, '', '/shell')
  show(['span', { class: 'word-state' }], ['section', { class: 'problem shell' }])
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(''))
  onTestFinished(() => fetching.mockRestore())
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  sayOffline(late())
  vi.advanceTimersByTime(60_000)
  expect(fetching).not.toHaveBeenCalled()
})

test('what was pressed for the app without a network is let go, and the page says so; selecting words alone says nothing', () => {
  show(['span', { class: 'word-state' }, 'Offline'])
  const own = late()
  sayMissed(own)
  const word = document.querySelector('.word-state')
  expect(word?.textContent).toBe('Offline')
  own.mutation = { form: null, by: document.createElement('button') }
  own.keys = [new KeyboardEvent('keydown', { key: 'x' })]
  sayMissed(own)
  expect([own.mutation, own.keys, word?.textContent]).toEqual([null, [], 'Not available offline'])
})
