import { describe, expect, test } from 'vitest'
import type { HealthSample, HealthView, WindowName } from '#shared/pages/health-view.ts'
import { seriesNames, windows } from '#shared/pages/health-view.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { figure, seriesWords } from './parts/health-words.ts'

// One for each of the names.
const sample = (value: number): HealthSample => Object.fromEntries(seriesNames.map((name) => [name, value])) as unknown as HealthSample

const viewOf = (window: WindowName, more: Partial<HealthView> = {}): HealthView => ({
  node: 'harbour-1',
  startedAt: T0,
  latest: { ...sample(0), requests: 12.345, loopDelay: 140 },
  latestAt: T0 + 60_000,
  history: {
    window,
    from: T0,
    series: { requests: Array.from({ length: windows[window].values }, (_, n) => (n === 3 ? null : n)) },
  },
  journal: 1_234,
  followers: [{ name: 'search', behind: 30 }],
  jobs: [
    { name: 'boards', everyMs: 300_000, succeededAt: T0, failedAt: null, tookMs: 12 },
    { name: 'old drafts', everyMs: 21_600_000, succeededAt: null, failedAt: T0, tookMs: null },
  ],
  ...more,
})

const shown = (viewer: Viewer, url = '/admin/health', more: Partial<HealthView> = {}) =>
  web.render({ url, as: 'html' }, testPageData({}, { viewer, health: { migrations: [], view: async (window) => viewOf(window, more) } }))

describe('how the process is', () => {
  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(1)), 403],
    ['a moderator', moderator, 403],
    ['an administrator', admin, 200],
  ] as const)('%s is answered', async (_who, viewer, status) => {
    const page = await shown(viewer)
    expect([page.status, page.body.includes('harbour-1')]).toEqual([status, status === 200])
  })

  test('without a script the numbers, their limits, the curves and their table are there', async () => {
    const { body } = await shown(admin)
    for (const part of ['12 a second', '140 ms', 'too much', 'event loop delay', 'Data as a table', '1,234 entries'])
      expect(body).toContain(part)
    // A gap in the curve: it begins twice.
    expect(body).toMatch(/class="curve-line"[^>]* d="M0 [^"]*M4 /u)
    expect(body).toMatch(/boards<\/th><td>5 min<\/td>/u)
    expect(body).toMatch(/not yet<b class="beyond"> failing/u)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('before the first look it says so, and draws nothing', async () => {
    const { body } = await shown(admin, '/admin/health', {
      latest: null,
      latestAt: null,
      history: { window: 'hour', from: 0, series: {} },
      jobs: [],
    })
    expect(body).toContain('This process just started.')
    expect(body).toContain('This process runs no jobs.')
    expect(body).not.toContain('Check these')
  })

  test.each([
    ['?window=day', 'Last day'],
    ['?window=fortnight', 'Last 14 days'],
    ['?window=constructor', 'Last hour'],
    ['', 'Last hour'],
  ])('%s shows the %s', async (query, word) => {
    expect((await shown(admin, `/admin/health${query}`)).body).toContain(`aria-current="page">${word}`)
  })
})

test('every figure has its words', () => {
  expect(seriesWords.map(({ name }) => name).toSorted()).toEqual([...seriesNames].toSorted())
})

test.each([
  [0, '0'],
  [0.0456, '0.046'],
  [12.345, '12'],
  [99.4, '99'],
  [1_234.5, '1,235'],
])('%f is written %s', (value, text) => {
  expect(figure(value)).toBe(text)
})
