import { expect, test } from 'vitest'
import type { HealthSample } from '#shared/pages/health-view.ts'
import { seriesNames, windows } from '#shared/pages/health-view.ts'
import type { Counted } from './health.ts'
import { createHealth } from './health.ts'
import { History } from './history.ts'
import { JobLog } from './job-log.ts'
import { endingOf, latencyBoundsMs, quantileOf, RequestMeter } from './request-meter.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const T0 = 1_800_000_000_000
const sampleOf = (value: number | null): HealthSample =>
  // One for each of the names.
  Object.fromEntries(seriesNames.map((name) => [name, value])) as unknown as HealthSample

test('requests are summed by route and ending, and their time by buckets', () => {
  const meter = new RequestMeter()
  meter.note('page', '2xx', 3)
  meter.note('page', '5xx', 30)
  meter.note('kept', '304', 0.1)
  meter.note('file', '2xx', 9_000)
  expect(meter.counts()).toEqual([
    { route: 'kept', ending: '304', count: 1 },
    { route: 'page', ending: '2xx', count: 1 },
    { route: 'page', ending: '5xx', count: 1 },
    { route: 'file', ending: '2xx', count: 1 },
  ])
  const { answers, faults, buckets } = meter.sums()
  expect([answers, faults]).toEqual([4, 1])
  // Files are not what a reader waits for.
  expect(buckets.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect([quantileOf(buckets, 0.5), quantileOf(buckets, 0.99)]).toEqual([5, 50])
  expect(meter.latencies().find(({ route }) => route === 'page')?.sumMs).toBe(33)
})

test('no answer has no slowest hundredth, and one beyond all bounds has the last', () => {
  const none = latencyBoundsMs.map(() => 0)
  expect([quantileOf([...none, 0], 0.99), quantileOf([...none, 1], 0.99)]).toEqual([null, 10_000])
})

test.each([
  [200, true, '2xx'],
  [304, true, '304'],
  [308, true, '3xx'],
  [404, true, '4xx'],
  [503, true, '5xx'],
  [200, false, 'cut'],
] as const)('status %i, whole: %s, ends as %s', (status, isWhole, ending) => {
  expect(endingOf(status, isWhole)).toBe(ending)
})

test('a history keeps each value for an hour, the mean and the worst for longer, and gaps as gaps', () => {
  const history = new History()
  const from = Math.ceil(T0 / windows.day.everyMs) * windows.day.everyMs
  history.put(from, sampleOf(1))
  history.put(from + 10_000, sampleOf(3))
  history.put(from + 40_000, sampleOf(null))
  const hour = history.read('hour')
  expect(hour.series.requests?.slice(-5)).toEqual([1, 3, null, null, null])
  expect(hour.from).toBe(from + 40_000 - 359 * 10_000)
  const day = history.read('day').series
  expect([day.requests?.at(-1), day.waits?.at(-1), day.requests?.length]).toEqual([2, 3, 360])
})

test('a history forgets what is older than its window, after a long sleep too', () => {
  const history = new History()
  history.put(T0, sampleOf(7))
  history.put(T0 + 30 * dayMs, sampleOf(1))
  for (const window of ['hour', 'day', 'fortnight'] as const)
    expect(history.read(window).series.requests?.filter((value) => value !== null)).toEqual([1])
  // A clock that was set back changes nothing.
  history.put(T0, sampleOf(7))
  expect(history.read('hour').series.requests?.at(-1)).toBe(1)
})

test('a job is known before it ran, by when it went well and when it did not', async () => {
  let clock = 5
  const jobs = new JobLog(() => clock)
  jobs.expect('boards', 60_000)
  const job = { name: 'boards', everyMs: 60_000 }
  expect(jobs.states()).toEqual([{ ...job, succeededAt: null, failedAt: null, tookMs: null, failures: 0 }])
  await jobs.note('boards', async () => void (clock = 9))
  await expect(jobs.note('boards', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(jobs.states()).toEqual([{ ...job, succeededAt: 9, failedAt: 9, tookMs: 4, failures: 1 }])
})

test('a look tells what happened since the last one, and who is behind', async () => {
  const requests = new RequestMeter()
  let counted: Counted = { devices: 2, rooms: 1, mutations: 0, ackMs: 7, cache: { hits: 0, misses: 0 } }
  const health = createHealth({
    node: 'one',
    requests,
    jobs: new JobLog(() => T0),
    counted: () => counted,
    journal: async () => ({
      position: 50,
      cursors: new Map([
        ['pages', 50],
        ['search', 20],
        ['later', 60],
      ]),
    }),
    now: () => T0,
    onError: (error) => expect.unreachable(String(error)),
  })
  expect(await health.view('hour')).toMatchObject({ node: 'one', latest: null, history: { series: { requests: [] } } })
  await health.look()
  // Nothing was asked: nothing is said of how long it took.
  expect(health.latest).toMatchObject({ requests: 0, waits: null, acks: null, fromCache: null, devices: 2, rooms: 1, lag: 30 })
  requests.note('page', '2xx', 40)
  counted = { ...counted, mutations: 3, cache: { hits: 3, misses: 1 } }
  await health.look()
  expect(health.latest).toMatchObject({ waits: 50, acks: 7, fromCache: 75, faults: 0 })
  const view = await health.view('hour')
  expect(view.followers).toEqual([
    { name: 'search', behind: 30 },
    { name: 'later', behind: 0 },
    { name: 'pages', behind: 0 },
  ])
  expect([view.journal, view.latestAt, view.history.series.devices?.at(-1)]).toEqual([50, T0, 2])
})
