import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { defineQuery } from '#shared/kernel/query.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from '#shared/reports/schema.ts'
import { groupsBy } from '#shared/reports/queries.ts'
import { featureSite } from '../testing/feature-site.ts'
import type { FeatureSite } from '../testing/feature-site.ts'
import { envelope, errorEnvelope, errorEvent, eventId, feedbackEnvelope, png } from './testing/envelopes.ts'

const tunnel = '/api/sentry?o=own&p=1'

const post = (site: FeatureSite, body: Uint8Array, headers: Record<string, string> = {}, path = tunnel, address = '127.0.0.1') =>
  site.browser(address).send('POST', path, headers, body)

async function kept(site: FeatureSite) {
  return site.store.read(async (read) => ({
    groups: await read.list(groupsBy('open', 'lastSeenAt', 100)),
    events: await read.list(defineQuery({ table: errorEvents, index: ['at'], equals: [], order: 'ascending', limit: 1_000 })),
    feedback: await read.list(defineQuery({ table: feedbackMessages, index: ['state', 'at'], equals: [], order: 'ascending', limit: 100 })),
  }))
}

describe('what is as our client sends it', () => {
  test('is kept, and answered with an empty object', async () => {
    const site = await featureSite()
    const answer = await post(site, errorEnvelope(1), { 'content-type': 'text/plain;charset=UTF-8' })
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    const { groups, events } = await kept(site)
    expect(groups).toMatchObject([
      { count: 1, title: 'TypeError: Cannot read properties of undefined', release: 'b1', route: '/posts/:postId/:slug?' },
    ])
    expect(groups[0]?.browser).toBe('Firefox on Linux')
    expect(events[0]?.exceptions[0]?.frames[0]?.fn).toBe('drawPost')
  })

  test('arrives once, however often it is sent', async () => {
    const site = await featureSite()
    for (const body of [errorEnvelope(1), errorEnvelope(1), feedbackEnvelope(2), feedbackEnvelope(2)])
      expect((await post(site, body)).status).toBe(200)
    const { groups, events, feedback } = await kept(site)
    expect([groups[0]?.count, events.length, feedback.length]).toEqual([1, 1, 1])
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may come as %s', async (encoding, pack) => {
    const site = await featureSite()
    expect((await post(site, pack(errorEnvelope(1)), { 'content-encoding': encoding })).status).toBe(200)
    expect((await kept(site)).events).toHaveLength(1)
  })

  test('one fault of many messages is one group', async () => {
    const site = await featureSite()
    for (const n of [1, 2, 3]) {
      const event = errorEvent(n, { exception: { values: [{ type: 'RangeError', value: `row ${n} of "post ${n}" is missing` }] } })
      await post(site, envelope([[{ type: 'event' }, JSON.stringify(event)]]))
    }
    expect((await kept(site)).groups).toMatchObject([{ count: 3 }])
  })

  test('feedback comes with its screenshot', async () => {
    const site = await featureSite()
    const picture = png(1_280, 720)
    expect((await post(site, feedbackEnvelope(1, { name: 'Ann', contact_email: 'ann@b.example' }, picture))).status).toBe(200)
    const { feedback } = await kept(site)
    expect(feedback).toMatchObject([{ name: 'Ann', email: 'ann@b.example', screenshot: 'kept', url: 'https://essays.example/posts/1' }])
    const row = await site.store.read((read) => read.get(feedbackScreenshots, eventId(1)))
    expect(Buffer.from(row?.bytes ?? '', 'base64')).toEqual(picture)
  })

  test('counts of what a browser dropped, and profiles, are taken and not kept', async () => {
    const site = await featureSite()
    const items = (['client_report', 'profile_chunk'] as const).map((type) => [{ type }, '{"discarded_events":[]}'] as const)
    expect((await post(site, envelope(items))).status).toBe(200)
    expect((await kept(site)).groups).toEqual([])
  })
})

describe('a quiet refusal', () => {
  const good = errorEnvelope(1)
  const asEvent = (json: unknown): Buffer => envelope([[{ type: 'event' }, JSON.stringify(json)]])
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  const spoilt = png(10, 10)
  spoilt[40] = (spoilt[40] ?? 0) ^ 0xff
  const cases: readonly (readonly [string, number, Uint8Array, (readonly [string, string] | undefined)?, string?])[] = [
    ['another organisation', 403, good, undefined, '/api/sentry?o=other&p=1'],
    ['another project', 403, good, undefined, '/api/sentry?o=own&p=2'],
    ['an array of organisations', 403, good, undefined, '/api/sentry?o=own&o=own&p=1'],
    ['an array in brackets', 403, good, undefined, '/api/sentry?o[]=own&p=1'],
    ['an encoded letter', 403, good, undefined, '/api/sentry?o=%6fwn&p=1'],
    ['encoded dots', 403, good, undefined, '/api/sentry?o=own&p=%2e%2e%2f1'],
    ['a parameter more', 403, good, undefined, '/api/sentry?o=own&p=1&x=1'],
    ['another case', 403, good, undefined, '/api/sentry?o=OWN&p=1'],
    ['no project', 403, good, undefined, '/api/sentry?o=own'],
    ['another DSN inside', 403, errorEnvelope(1, {}, { dsn: 'https://own@elsewhere.example/1' })],
    ['a DSN that only begins like ours', 403, errorEnvelope(1, {}, { dsn: 'https://own@reports.invalid/1/../2' })],
    ['a DSN that is a list', 403, errorEnvelope(1, {}, { dsn: ['https://own@reports.invalid/1'] })],
    ['no DSN', 403, errorEnvelope(1, {}, { dsn: undefined })],
    ['an unknown type', 403, envelope([[{ type: 'replay_recording' }, '{}']])],
    ['a transaction', 403, envelope([[{ type: 'transaction' }, '{}']])],
    ['a type that is a list', 403, envelope([[{ type: ['event'] }, '{}']])],
    [
      'an attachment that is no screenshot',
      403,
      envelope([[{ type: 'attachment', filename: 'a.html', content_type: 'text/html' }, '<b>']]),
    ],
    ['garbage', 400, Buffer.from('\u0000\u0001garbage')],
    ['no UTF-8', 400, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['a header alone', 400, envelope([])],
    ['a list as an event', 400, asEvent([1, 2])],
    ['nesting without end', 400, asEvent({ ...errorEvent(1), extra: deep(1_000) })],
    ['a length beyond the end', 400, envelope([[{ type: 'event', length: 1_000_000 }, '{}']])],
    ['a length that is too short', 400, envelope([[{ type: 'event', length: 3 }, JSON.stringify(errorEvent(1))]])],
    ['a negative length', 400, envelope([[{ type: 'event', length: -1 }, '{}']])],
    ['two reports in one', 400, envelope([1, 2].map((n) => [{ type: 'event' }, JSON.stringify(errorEvent(n))] as const))],
    ['an event id of another form', 400, asEvent(errorEvent(1, { event_id: '../../1' }))],
    [
      'a screenshot of nothing',
      400,
      envelope([[{ type: 'attachment', filename: 'screenshot.png', content_type: 'image/png' }, png(1, 1)]]),
    ],
    ['a "PNG" that is not one', 400, feedbackEnvelope(1, {}, Buffer.from('\u0089PNG\r\n\u001a\n<script>'))],
    ['a PNG with a wrong checksum', 400, feedbackEnvelope(1, {}, spoilt)],
    ['a PNG with something behind it', 400, feedbackEnvelope(1, {}, Buffer.concat([png(1, 1), Buffer.from('<script>')]))],
    ['a PNG that is too wide', 400, feedbackEnvelope(1, {}, png(1_281, 1))],
    ['a PNG that is too high', 400, feedbackEnvelope(1, {}, png(1, 1_281))],
    ['no message', 400, feedbackEnvelope(1, { message: ' \n ' })],
    ['10 MB', 413, Buffer.alloc(10 * 1_048_576, 0x20)],
    ['a gzip bomb', 413, gzipSync(Buffer.alloc(200 * 1_048_576)), ['content-encoding', 'gzip']],
    ['a brotli bomb', 413, brotliCompressSync(Buffer.alloc(20 * 1_048_576)), ['content-encoding', 'br']],
    ['a broken gzip', 400, Buffer.from('no gzip'), ['content-encoding', 'gzip']],
    ['two encodings', 415, gzipSync(gzipSync(good)), ['content-encoding', 'gzip, gzip']],
    ['an unknown encoding', 415, good, ['content-encoding', 'compress']],
    ['a form', 415, good, ['content-type', 'multipart/form-data; boundary=x']],
  ]

  const named = cases.map(([name, status, body, header, path]) => [name, status, { body, header, path }] as const)

  test.each(named)('answers %s with %i and nothing more, and keeps nothing', async (_name, status, { body, header, path }) => {
    const site = await featureSite()
    const answer = await post(site, body, header === undefined ? {} : { [header[0]]: header[1] }, path)
    expect([answer.status, answer.text]).toEqual([status, ''])
    expect(await kept(site)).toEqual({ groups: [], events: [], feedback: [] })
  })

  test('comes from another site', async () => {
    const site = await featureSite()
    expect((await post(site, good, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await kept(site)).groups).toEqual([])
  })
})

describe('what somebody wrote', () => {
  test('a message of 100 kB is kept as far as it goes; markup stays text; a name is one line', async () => {
    const site = await featureSite()
    const message = `<script>alert(1)</script>${'x'.repeat(100_000)}`
    expect((await post(site, feedbackEnvelope(1, { message, name: 'Ann\r\nBcc: b@c.example' }))).status).toBe(200)
    const [row] = (await kept(site)).feedback
    expect(row?.message).toHaveLength(20_000)
    expect(row?.message.startsWith('<script>')).toBe(true)
    expect(row?.name).toBe('Ann Bcc: b@c.example')
  })

  test('a site that asks for name and address does not take feedback without', async () => {
    const site = await featureSite({ FEEDBACK_NAME_REQUIRED: 'on', FEEDBACK_EMAIL_REQUIRED: 'on' })
    expect((await post(site, feedbackEnvelope(1))).status).toBe(400)
    expect((await post(site, feedbackEnvelope(1, { name: 'Ann', contact_email: 'a@b.example' }))).status).toBe(200)
  })

  test('addresses, tokens and cookies in an event are left out once more', async () => {
    const site = await featureSite()
    const exception = {
      values: [{ type: 'Error', value: 'no answer for ann@b.example at https://x.example/y?token=s3cret&a=1' }],
    }
    const breadcrumbs = [
      { category: 'fetch', message: 'GET /resetPassword/abcdef', data: { cookie: 'session=s3cret', to: '/a?code=s3cret' } },
    ]
    await post(site, errorEnvelope(1, { exception, breadcrumbs, request: { url: 'https://x.example/emailToken/s3cret?q=1' } }))
    const text = JSON.stringify(await kept(site))
    expect(text).not.toMatch(/s3cret|abcdef|ann@b/u)
    expect(text).toContain('a=1')
  })
})

describe('too often', () => {
  test('30 a minute from one network, then 429 with the seconds to wait; others are not kept from it', async () => {
    const site = await featureSite({ TRUST_PROXY: '1' })
    for (let n = 1; n <= 30; n += 1) expect((await post(site, errorEnvelope(n), {}, tunnel, '10.1.2.3')).status).toBe(200)
    site.clock.now += 20_000
    const refused = await post(site, errorEnvelope(31), {}, tunnel, '10.1.2.99')
    expect([refused.status, refused.headers['retry-after'], refused.text]).toEqual([429, '40', ''])
    expect((await post(site, errorEnvelope(32), {}, tunnel, '10.9.2.3')).status).toBe(200)
    site.clock.now += 40_000
    expect((await post(site, errorEnvelope(31), {}, tunnel, '10.1.2.3')).status).toBe(200)
  })

  test('feedback 5 times an hour; what was taken may be sent again; errors still come', async () => {
    const site = await featureSite()
    for (let n = 1; n <= 5; n += 1) expect((await post(site, feedbackEnvelope(n))).status).toBe(200)
    const refused = await post(site, feedbackEnvelope(6))
    expect([refused.status, refused.headers['retry-after'], refused.headers['x-sentry-rate-limits']]).toEqual([
      429,
      '3600',
      '3600:feedback:organization',
    ])
    expect((await post(site, feedbackEnvelope(5))).status).toBe(200)
    expect((await post(site, errorEnvelope(7))).status).toBe(200)
    site.clock.now += 3_600_001
    expect((await post(site, feedbackEnvelope(6))).status).toBe(200)
  })

  test('a group keeps its newest events and counts them all', async () => {
    const site = await featureSite()
    for (let n = 1; n <= reportLimits.eventsPerGroup + 5; n += 1) {
      site.clock.now += 2_100
      expect((await post(site, errorEnvelope(n))).status).toBe(200)
    }
    const { groups, events } = await kept(site)
    expect([groups[0]?.count, events.length]).toEqual([reportLimits.eventsPerGroup + 5, reportLimits.eventsPerGroup])
    expect(events[0]?.id).toBe(eventId(6))
  })
})

test('an error of the server is kept with the digest that its reader was shown', async () => {
  const site = await featureSite()
  const broken = await site.browser().get('/breaks')
  const digest = /([0-9a-f]{8})$/u.exec(broken.text)?.[1]
  expect(broken.status).toBe(500)
  await site.mails()
  const { groups, events } = await kept(site)
  expect(groups).toMatchObject([
    { platform: 'server', title: 'Error: a bug with the secret s3cret in it', route: 'GET /breaks', release: 'b1' },
  ])
  expect(events[0]?.digest).toBe(digest)
  expect(events[0]?.exceptions[0]?.frames[0]?.file).toBe('sync-server/http/testing/small-web.ts')
  expect(await site.store.read((read) => read.get(errorGroups, groups[0]?.id ?? ''))).toBeDefined()
})
