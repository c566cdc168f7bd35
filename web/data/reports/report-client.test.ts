import { describe, expect, test, vi } from 'vitest'
import { figures } from '#shared/reports/figures.ts'
import { plainReports } from '#shared/reports/site-reports.ts'
import { profile } from './profile.ts'
import { openClient } from './report-client.ts'
import type { Offered, Report } from './report-queue.ts'

/** The real client; what it hands to the queue, read as the server reads it. */
function scene(answer: Offered = 'sent', profiles = false) {
  const reports: Report[] = []
  let count = 0
  const client = openClient({
    site: { build: 'build-1', reports: plainReports },
    queue: {
      offer: async (report) => {
        reports.push(report)
        return answer
      },
    },
    profiles,
    now: () => ({
      url: 'https://x.example/resetPassword/abc?token=1',
      route: '/resetPassword/:token',
      locale: 'de-AT',
      isOnline: true,
      userAgent: 'Test/1',
    }),
    newId: () => String((count += 1)).padStart(32, '0'),
  })
  const parts = (at = 0) => new TextDecoder('latin1').decode(reports[at]?.bytes).split('\n')
  const event = (at = 0): Record<string, unknown> => JSON.parse(parts(at)[2] ?? 'null')
  return { client, reports, parts, event, idle: () => client.sdk.flush(1_000) }
}

const words = {
  id: '1'.padStart(32, '0'),
  name: ' Ann ',
  email: 'ann@mail.example',
  message: ' It broke\n',
  screenshot: null,
  eventId: null,
}

describe('feedback', () => {
  test('leaves as one envelope of type feedback, with what was written and where', async () => {
    const { client, reports, event, parts } = scene()
    expect(await client.feedback({ ...words, eventId: 'f'.repeat(32) })).toBe('sent')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ kind: 'feedback', id: '1'.padStart(32, '0') })
    expect(JSON.parse(parts()[0] ?? '')).toMatchObject({ event_id: '1'.padStart(32, '0'), dsn: plainReports.dsn })
    expect(JSON.parse(parts()[1] ?? '')).toMatchObject({ type: 'feedback' })
    expect(event()).toMatchObject({
      release: 'build-1',
      contexts: {
        feedback: {
          name: 'Ann',
          contact_email: 'ann@mail.example',
          message: 'It broke',
          source: 'widget',
          associated_event_id: 'f'.repeat(32),
          url: 'https://x.example/resetPassword/[left out]?token=[left out]',
        },
      },
      tags: { build: 'build-1', route: '/resetPassword/:token', locale: 'de-AT', connection: 'online' },
      request: { headers: { 'User-Agent': 'Test/1' } },
    })
  })

  test('carries its screenshot as screenshot.png, byte for byte', async () => {
    const { client, reports, parts } = scene()
    const screenshot = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13])
    await client.feedback({ ...words, screenshot })
    expect(JSON.parse(parts()[3] ?? '')).toEqual({ type: 'attachment', length: 8, filename: 'screenshot.png', content_type: 'image/png' })
    expect(reports[0]?.bytes.slice(-8)).toEqual(screenshot)
  })

  test.each<[Offered, string]>([
    ['queued', 'queued'],
    ['in-memory', 'in-memory'],
  ])('what was %s is said to be', async (answer, said) => {
    expect(await scene(answer).client.feedback(words)).toBe(said)
  })

  test('what the server would never take is said to be too large at once, and not kept', async () => {
    const { client, reports } = scene('queued')
    await expect(client.feedback({ ...words, screenshot: new Uint8Array(1_048_576) })).rejects.toThrow(/^This is too large to send\./u)
    expect(reports).toEqual([])
  })

  test.each<[Offered, RegExp]>([
    ['refused', /^The server rejected this\./u],
    ['dropped', /^Couldn’t send or save this/u],
  ])('what was %s is told in words for people', async (answer, said) => {
    await expect(scene(answer).client.feedback(words)).rejects.toThrow(said)
  })
})

describe('an error', () => {
  test('is told with its stack, the last steps and flags, and nothing of the person', async () => {
    const { client, event, reports, idle } = scene()
    client.step('navigation', { from: '/users/ann', to: '/posts/:postId' })
    client.flag('profiling', false)
    const id = client.error(new TypeError('cannot read ann@mail.example'), { kind: 'onerror', isHandled: false })
    await idle()
    expect(reports[0]).toMatchObject({ kind: 'error', id })
    expect(event()).toMatchObject({
      event_id: id,
      level: 'error',
      exception: {
        values: [{ type: 'TypeError', value: 'cannot read [address left out]', mechanism: { type: 'onerror', handled: false } }],
      },
      breadcrumbs: [{ category: 'navigation', data: { from: '/users/[name]', to: '/posts/:postId' } }],
      contexts: { flags: { values: [{ flag: 'profiling', result: false }] } },
      tags: { route: '/resetPassword/:token' },
    })
    expect(event()).not.toHaveProperty('user')
    expect(JSON.stringify(event())).toMatch(/"frames":\[\{/u)
  })

  test('said twice in a row is told once', async () => {
    const { client, reports, idle } = scene()
    const error = new Error('again')
    for (let count = 0; count < 3; count += 1) client.error(error, { kind: 'onerror', isHandled: false })
    await idle()
    expect(reports).toHaveLength(1)
  })

  test('a page tells of 50 and no more', async () => {
    const { client, idle, reports } = scene()
    for (let count = 0; count < 80; count += 1) client.error(new Error(`error ${count}`), { kind: 'onerror', isHandled: false })
    await idle()
    expect(reports.length).toBe(50)
  })
})

test('the last 100 evaluations of flags go with an error', async () => {
  const { client, event, idle } = scene()
  const names = Array.from({ length: figures.maxFlags + 5 }, (_, at) => `flag-${at}`)
  // Our own flags are fewer; the buffer takes any.
  for (const name of names) client.flag(name as 'profiling', true)
  client.error(new Error('now'), { kind: 'onerror', isHandled: false })
  await idle()
  const flags = event()['contexts'] as { readonly flags: { readonly values: readonly { readonly flag: string }[] } }
  expect(figures.maxFlags).toBe(100)
  expect(flags.flags.values.map(({ flag }) => flag)).toEqual(names.slice(-100))
})

test('context lines: 7 on each side of the place', () => {
  expect(scene().client.sdk.getDataCollectionOptions().frameContextLines).toBe(7)
})

test('no user, cookie, header or body is collected', () => {
  expect(scene().client.sdk.getDataCollectionOptions()).toMatchObject({
    userInfo: false,
    cookies: false,
    httpHeaders: { request: false, response: false },
    httpBodies: [],
  })
})

describe('profiling', () => {
  test('samples every 10 ms and ends after 30 s', () => {
    const asked: unknown[] = []
    let isStopped = false
    vi.stubGlobal(
      'Profiler',
      class {
        readonly stopped = false
        constructor(options: unknown) {
          asked.push(options)
        }
        stop() {
          isStopped = true
          return Promise.resolve({ frames: [], resources: [], samples: [], stacks: [] })
        }
      },
    )
    vi.stubGlobal('window', globalThis)
    try {
      const { client } = scene('sent', true)
      const waits: [number, () => void][] = []
      profile(client, (ms, run) => waits.push([ms, run]))
      expect(asked).toEqual([
        { sampleInterval: figures.profileSampleMs, maxBufferSize: figures.longestProfileMs / figures.profileSampleMs },
      ])
      expect(waits.map(([ms]) => ms)).toEqual([30_000])
      waits[0]?.[1]()
      expect(isStopped).toBe(true)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('a browser that cannot is left alone', () => {
    const { client } = scene('sent', true)
    const waits: number[] = []
    profile(client, (ms) => waits.push(ms))
    expect(waits).toEqual([])
  })
})
