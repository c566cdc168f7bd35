import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outbox } from '../outbox.ts'
import type { OutboxItem } from '../outbox.ts'
import { fromText, hearErrors, hearWork, takeUnreported } from './report-sources.ts'

let errors: unknown[] = []
const held = new Map<string, string>()

beforeEach(() => {
  errors = []
  held.clear()
  vi.stubGlobal('window', { __errors: errors })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** As the inline script does it. */
const note = (event: object) => errors.length < 20 && errors.push(event)

describe('errors of the page', () => {
  test('those from before and those from now on are heard once each, in their order', () => {
    const heard: unknown[] = []
    const [first, second, third] = [new Error('1'), new Error('2'), new Error('3')]
    note({ error: first })
    note({ reason: second })
    hearErrors((error, kind) => heard.push([error, kind]))
    note({ error: third })
    expect(heard).toEqual([
      [first, 'onerror'],
      [second, 'onunhandledrejection'],
      [third, 'onerror'],
    ])
    expect(errors).toHaveLength(0)
  })

  test('more than the buffer holds are heard once somebody listens', () => {
    let count = 0
    hearErrors(() => (count += 1))
    for (let at = 0; at < 30; at += 1) note({ error: new Error(String(at)) })
    expect(count).toBe(30)
  })

  test.each([
    ['a browser about itself', { message: 'ResizeObserver loop completed with undelivered notifications.' }],
    ['a script of nobody', { error: null, message: 'Script error.' }],
    ['what was given up', { reason: new DOMException('given up', 'AbortError') }],
  ])('%s is not heard', (_what, event) => {
    const heard: unknown[] = []
    hearErrors((error) => heard.push(error))
    note(event)
    expect(heard).toEqual([])
  })

  test.each([
    ['without a network', false, 0],
    ['with one', true, 1],
  ])('a part of the app that cannot be had %s: heard %s as an error', (_when, onLine, times) => {
    vi.stubGlobal('navigator', { onLine })
    const heard: unknown[] = []
    hearErrors((error) => heard.push(error))
    note({ reason: new TypeError('Failed to fetch dynamically imported module: /assets/a.js') })
    expect(heard).toHaveLength(times)
  })

  test('a report that fails has no report of its own', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    hearErrors(() => {
      throw new Error('no room')
    })
    expect(() => note({ error: new Error('1') })).not.toThrow()
  })
})

test('what an earlier start could not tell is told once, with its stack', () => {
  held.set('unreported', JSON.stringify(['TypeError: no chunk\n    at https://x.example/a.js:1:2', 7]))
  const heard: Error[] = []
  takeUnreported((error) => heard.push(error))
  takeUnreported((error) => heard.push(error))
  expect(heard.map(({ name, message, stack }) => [name, message, stack])).toEqual([
    ['TypeError', 'no chunk', 'TypeError: no chunk\n    at https://x.example/a.js:1:2'],
  ])
})

test('what this page has kept for a later start, and can tell now after all, is told once', () => {
  const error = new Error('no chunk')
  note({ error })
  held.set('unreported', JSON.stringify([error.stack?.slice(0, 2_000), 'Error: from yesterday']))
  const heard: string[] = []
  takeUnreported(({ message }) => heard.push(message))
  hearErrors((each) => heard.push(String(each)))
  expect(heard).toEqual(['from yesterday', 'Error: no chunk'])
})

test.each(['{', '"x"', 'null'])('damaged notes (%s) are no trouble', (text) => {
  held.set('unreported', text)
  expect(() => takeUnreported(() => expect.unreachable())).not.toThrow()
})

test('a text without a name is an error all the same', () => {
  expect([fromText('gone wrong').name, fromText('gone wrong').message]).toEqual(['Error', 'gone wrong'])
})

describe('mutations', () => {
  const refused = (code: 'broken' | 'unknown-mutation' | 'invalid' | 'not-allowed' | 'conflict'): OutboxItem => ({
    n: 1,
    name: 'comments.post',
    args: { body: 'what I wrote' },
    at: 1,
    pending: null,
    canBeCalledBack: false,
    about: [],
    error: { code, reason: null, field: 'body', retryAfterMs: null },
    refusedAt: 77,
    current: null,
  })
  const shows = (items: readonly OutboxItem[]) =>
    outbox.set({ waiting: [], refused: items, isStuck: false, stuckSince: null, pendingByAbout: new Map() })

  test.each(['broken', 'unknown-mutation', 'invalid'] as const)('refused as %s is reported, without its text', (code) => {
    shows([])
    const told: unknown[] = []
    hearWork((...problem) => told.push(problem))
    shows([refused(code)])
    expect(told).toEqual([[`sync-refused-${code}`, 'comments.post body', 77]])
  })

  test.each(['not-allowed', 'conflict'] as const)('refused as %s is nobody’s fault', (code) => {
    shows([refused(code)])
    hearWork(() => expect.unreachable())
  })
})
