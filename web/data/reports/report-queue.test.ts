import { describe, expect, test } from 'vitest'
import { figures } from '#shared/reports/figures.ts'
import { openQueue, roomFor } from './report-queue.ts'
import type { Posted, Report } from './report-queue.ts'
import { memoryReportStore } from './report-store.ts'
import type { ReportKey } from './report-store.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const report = (id: string, kind: Report['kind'] = 'error'): Report => ({ id, kind, bytes: bytesOf(id) })

/**
 * A queue whose clock stands still until it is told; `answer` is what the server says, one word for
 * each post, the last for all that follow.
 */
function scene(options: { readonly isAlone?: () => boolean; readonly store?: ReturnType<typeof memoryReportStore> } = {}) {
  const posts: string[] = []
  const dropped: string[] = []
  const answers: Posted[] = [{ kind: 'taken' }]
  const timers: { at: number; run: () => void }[] = []
  const waits: number[] = []
  let now = 1_000_000
  let isOnline = true
  const store = options.store ?? memoryReportStore()
  const queue = openQueue({
    store,
    post: async (bytes) => {
      posts.push(new TextDecoder().decode(bytes))
      const next = answers.length > 1 ? answers.shift() : answers[0]
      return next ?? { kind: 'taken' }
    },
    alone: async (work) => {
      if (options.isAlone?.() === false) return false
      await work()
      return true
    },
    isOnline: () => isOnline,
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      waits.push(ms)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    dropDraft: async (id) => void dropped.push(`${id} after ${posts.length}`),
  })
  const settled = async () => {
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve()
  }
  return {
    queue,
    store,
    posts,
    dropped,
    waits,
    settled,
    answer: (...words: Posted[]) => void answers.splice(0, answers.length, ...words),
    setOnline: (value: boolean) => void (isOnline = value),
    /** Until the next timer has rung; says how long that took. */
    async next(): Promise<number> {
      const timer = timers.sort((a, b) => a.at - b.at).shift()
      if (timer === undefined) return Number.NaN
      const took = timer.at - now
      now = timer.at
      timer.run()
      await settled()
      return took
    },
    async pass(ms: number): Promise<void> {
      now += ms
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
      await settled()
    },
    ids: async () => (await store.keys()).map(({ id }) => id),
  }
}

const unreached: Posted = { kind: 'unreached' }
const taken: Posted = { kind: 'taken' }

describe('the retry ladder', () => {
  test('begins at 5 s and doubles up to 1 h', async () => {
    const { queue, answer, next } = scene()
    answer(unreached)
    expect(await queue.offer(report('a'))).toBe('in-memory')
    const waited: number[] = []
    for (let step = 0; step < 12; step += 1) waited.push(await next())
    expect(waited.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600])
    expect([figures.firstRetryMs, figures.longestRetryMs]).toEqual([5_000, hourMs])
  })

  test('a success sets it back to 5 s', async () => {
    const { queue, answer, next, settled } = scene()
    answer(unreached)
    await queue.offer(report('a'))
    await next()
    await next()
    answer(taken, unreached)
    expect(await queue.offer(report('b'))).toBe('sent')
    await settled()
    expect(await next()).toBe(5_000)
  })

  test('`online` tries at once and begins with short waits again', async () => {
    const { queue, answer, next, posts, ids } = scene()
    answer(unreached)
    await queue.offer(report('a'))
    for (let step = 0; step < 4; step += 1) await next()
    const before = posts.length
    await queue.nudge()
    expect(posts.length).toBe(before + 1)
    expect(await next()).toBe(5_000)
    answer(taken)
    await queue.nudge()
    expect(await ids()).toEqual([])
    expect(await next()).toBeNaN()
  })

  test('one wait at a time, however many reports could not be sent', async () => {
    const { queue, answer, waits } = scene()
    answer(unreached)
    for (const id of ['a', 'b', 'c']) await queue.offer(report(id))
    expect(waits).toEqual([5_000])
  })
})

describe('sending', () => {
  test('what could not be sent leaves at the next start, messages first, each once', async () => {
    const offline = scene()
    offline.setOnline(false)
    for (const id of ['a', 'b']) await offline.queue.offer(report(id))
    await offline.queue.offer(report('said', 'feedback'))
    expect(offline.posts).toEqual([])
    const { queue, posts, ids } = scene({ store: offline.store })
    await queue.nudge()
    expect(posts).toEqual(['said', 'a', 'b'])
    expect(await ids()).toEqual([])
  })

  test('a report that gets through takes along what waits', async () => {
    const { queue, answer, posts, settled } = scene()
    answer(unreached)
    await queue.offer(report('a'))
    answer(taken)
    expect(await queue.offer(report('b'))).toBe('sent')
    await settled()
    expect(posts).toEqual(['a', 'b', 'a'])
  })

  test('what the server refuses is neither kept nor tried again', async () => {
    const { queue, answer, ids, next } = scene()
    answer({ kind: 'refused' })
    expect(await queue.offer(report('a'))).toBe('refused')
    expect([await ids(), await next()]).toEqual([[], Number.NaN])
  })

  test('"not yet" is obeyed, by what comes meanwhile and by `online` too, and nothing is lost', async () => {
    const { queue, answer, posts, pass, ids } = scene()
    answer({ kind: 'later', afterMs: 120_000, only: null }, taken)
    await queue.offer(report('a'))
    await pass(60_000)
    await queue.offer(report('b'))
    await queue.nudge()
    expect(posts).toEqual(['a'])
    await pass(60_000)
    expect(posts).toEqual(['a', 'a', 'b'])
    expect(await ids()).toEqual([])
  })

  test('"no more messages yet" is no word about errors: these leave, and one that cannot does not wait for the messages’ time', async () => {
    const { queue, answer, posts, pass, ids } = scene()
    answer({ kind: 'later', afterMs: hourMs, only: 'feedback' }, taken, unreached, taken)
    expect(await queue.offer(report('said', 'feedback'))).toBe('in-memory')
    expect(await queue.offer(report('a'))).toBe('sent')
    expect(await queue.offer(report('b'))).toBe('in-memory')
    await pass(5_000)
    expect([posts, await ids()]).toEqual([['said', 'a', 'b', 'b'], ['said']])
    await pass(3_595_000)
    expect(posts.at(-1)).toBe('said')
    expect(await ids()).toEqual([])
  })

  test('a report that the server stumbles over goes behind the others and stays', async () => {
    const { queue, answer, next, posts, ids, setOnline } = scene()
    setOnline(false)
    for (const id of ['bad', 'good']) await queue.offer(report(id))
    setOnline(true)
    answer({ kind: 'failed', afterMs: null }, taken, { kind: 'failed', afterMs: null })
    await next()
    await next()
    expect(posts).toEqual(['bad', 'good', 'bad'])
    expect(await ids()).toEqual(['bad'])
  })

  test('counts and profiles are of use at once or never', async () => {
    const { queue, answer, ids } = scene()
    answer(unreached)
    expect(await queue.offer(report('c', 'passing'))).toBe('dropped')
    expect(await ids()).toEqual([])
  })

  test('two tabs over one store send each report once', async () => {
    let holder: string | null = null
    const store = memoryReportStore()
    const sent: string[] = []
    const tab = (name: string) =>
      openQueue({
        store,
        post: async (bytes) => {
          sent.push(new TextDecoder().decode(bytes))
          for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
          return taken
        },
        alone: async (work) => {
          if (holder !== null) return false
          holder = name
          await work()
          holder = null
          return true
        },
        isOnline: () => true,
        now: () => 1,
        after: () => () => undefined,
        dropDraft: async () => undefined,
      })
    for (const id of ['a', 'b', 'c']) await store.add({ key: { turn: 0, kind: 'error', at: 1, id }, bytes: bytesOf(id) }, roomFor)
    await Promise.all([tab('one').nudge(), tab('two').nudge()])
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('a tab that finds another at it looks again', async () => {
    let looks = 0
    const isAlone = () => {
      looks += 1
      return looks > 1
    }
    const { queue, next, posts, answer } = scene({ isAlone })
    answer(unreached, taken)
    await queue.offer(report('a'))
    expect(await next()).toBe(5_000)
    expect(await next()).toBe(5_000)
    expect(posts).toEqual(['a', 'a'])
  })
})

/**
 * What a page that sends feedback waits for, one after the other; it may not live to see the end of
 * any.
 */
const moments = ['mark', 'keep', 'post', 'drop', 'remove', 'forget', 'never'] as const

describe('feedback whose page goes away', () => {
  const feedback = report('said', 'feedback')

  test('is on the device before it leaves', async () => {
    const store = memoryReportStore()
    const kept: string[] = []
    const watched = openQueue({
      ...{ store, isOnline: () => true, now: () => 1, after: () => () => undefined, dropDraft: async () => undefined },
      alone: async () => false,
      async post() {
        kept.push(...(await store.keys()).map(({ id }) => id))
        return taken
      },
    })
    expect(await watched.offer(feedback)).toBe('sent')
    expect(kept).toEqual(['said'])
    expect(await store.keys()).toEqual([])
  })

  test('loses its draft to the page that takes it up, before it leaves, and without a network too', async () => {
    const { queue, store, posts, dropped, setOnline } = scene()
    await store.add({ key: { turn: 0, kind: 'feedback', at: 1, id: 'said' }, bytes: bytesOf('said') }, roomFor)
    setOnline(false)
    await queue.nudge()
    expect(dropped).toEqual(['said after 0'])
    setOnline(true)
    await queue.nudge()
    expect([posts, dropped]).toEqual([['said'], ['said after 0', 'said after 0']])
  })

  test('stays a draft where it is refused', async () => {
    const { queue, answer, dropped, ids } = scene()
    answer({ kind: 'refused' })
    expect(await queue.offer(feedback)).toBe('refused')
    expect([await ids(), dropped]).toEqual([[], []])
  })

  test.each(moments)('at %s is sent once or is a draft, never both', async (moment) => {
    const { store, settled } = scene()
    /** Whether its draft is there, and the id under which it was sent. */
    const draft: { isThere: boolean; as: string | null } = { isThere: true, as: null }
    const arrived: string[] = []
    const never = new Promise<never>(() => undefined)
    /** The step is done, and its page does not hear of it. */
    const step = async (name: (typeof moments)[number], work: () => unknown) => {
      const made = await work()
      return name === moment ? never : made
    }
    const page = openQueue({
      store: {
        ...store,
        add: (...args) => step('keep', () => store.add(...args)) as ReturnType<typeof store.add>,
        remove: (keys) => step('remove', () => store.remove(keys)) as Promise<void>,
      },
      ...{ isOnline: () => true, now: () => 1, after: () => () => undefined },
      dropDraft: (id) => step('drop', () => void (draft.isThere &&= draft.as !== id)) as Promise<void>,
      alone: async () => false,
      post: (bytes) => step('post', () => (arrived.push(new TextDecoder().decode(bytes)), taken)) as Promise<Posted>,
    })
    const sending = async () => {
      await step('mark', () => (draft.as = 'said'))
      await page.offer(feedback)
      await step('forget', () => (draft.isThere = false))
    }
    void sending()
    await settled()
    const next = openQueue({
      ...{ store, isOnline: () => true, now: () => 1, after: () => () => undefined },
      async alone(work) {
        await work()
        return true
      },
      post: async (bytes) => (arrived.push(new TextDecoder().decode(bytes)), taken),
      dropDraft: async (id) => void (draft.isThere &&= draft.as !== id),
    })
    await next.nudge()
    // The server keeps a report once, by its id.
    expect(new Set(arrived).size + Number(draft.isThere)).toBe(1)
    expect(await store.keys()).toEqual([])
  })
})

describe('room', () => {
  const key = (kind: ReportKey['kind'], at: number): ReportKey => ({ turn: 0, kind, at, id: `${kind}-${at}` })
  const full = (errors: number): ReportKey[] =>
    Array.from({ length: figures.maxQueued }, (_, at) => key(at < errors ? 'error' : 'feedback', at))

  test('30 are held', () => {
    expect(figures.maxQueued).toBe(30)
    expect(roomFor(full(30).slice(1), key('error', 99))).toEqual([])
  })

  test('when it is full the newest error is dropped: the one that comes', () => {
    expect(roomFor(full(30), key('error', 99))).toBeNull()
    expect(roomFor(full(0), key('error', 99))).toBeNull()
  })

  test('a message pushes out the newest error, never another message', () => {
    expect(roomFor(full(3), key('feedback', 99))).toEqual([key('error', 2)])
  })

  test('a message is taken even where 30 messages wait', () => {
    expect(roomFor(full(0), key('feedback', 99))).toEqual([])
  })

  test('through the queue: 31 errors and a message offline leave 29 errors and the message', async () => {
    const { queue, setOnline, store } = scene()
    setOnline(false)
    const offered = []
    for (let count = 0; count < 31; count += 1) offered.push(await queue.offer(report(`e${count}`)))
    expect(offered.filter((answer) => answer === 'dropped')).toHaveLength(1)
    await queue.offer(report('said', 'feedback'))
    const kinds = (await store.keys()).map(({ kind }) => kind)
    expect([kinds.length, kinds.filter((kind) => kind === 'feedback').length]).toEqual([30, 1])
  })
})
