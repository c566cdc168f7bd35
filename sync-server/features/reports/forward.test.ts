import { afterEach, expect, test } from 'vitest'
import type { ServerResponse } from 'node:http'
import { reportPlace } from '#shared/reports/ingest.ts'
import { featureSite } from '../testing/feature-site.ts'
import { forwarder, ingestUrl } from './forward.ts'
import { errorEnvelope, eventId, feedbackEnvelope, png } from './testing/envelopes.ts'
import { loopbackIngest } from './testing/loopback-ingest.ts'

const listening: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of listening.splice(0)) await each.close()
})

async function ingest(answer?: (response: ServerResponse) => void) {
  const place = await loopbackIngest(answer)
  listening.push(place)
  return place
}

const tunnel = '/api/sentry?o=own&p=77'

test('only what is right arrives, without cookies or authorisation, and nothing of the answer comes back', async () => {
  const [named, other] = [await ingest(), await ingest()]
  const site = await featureSite({ SENTRY_DSN: named.dsn })
  const browser = site.browser()
  const send = (body: Uint8Array, path = tunnel) =>
    browser.send('POST', path, { cookie: 'session=s3cret', authorization: 'Bearer s3cret', 'content-type': 'text/plain' }, body)
  const dsn = named.dsn
  const good = await send(errorEnvelope(1, {}, { dsn }))
  expect([good.status, good.text]).toEqual([200, '{}'])
  expect((await send(feedbackEnvelope(2, {}, png(20, 20), { dsn }))).status).toBe(200)
  for (const bad of [
    errorEnvelope(3, {}, { dsn: other.dsn }),
    errorEnvelope(4, {}, { dsn: dsn.replace('/77', '/78') }),
    errorEnvelope(5, {}, { dsn: dsn.replace('key@', 'key:x@evil.example@') }),
    feedbackEnvelope(6, {}, Buffer.from('no PNG'), { dsn }),
    feedbackEnvelope(7, { message: '' }, undefined, { dsn }),
    Buffer.from('garbage'),
  ])
    expect((await send(bad)).status).toBeGreaterThanOrEqual(400)
  expect((await send(errorEnvelope(8, {}, { dsn }), '/api/sentry?o=own&p=77&host=evil.example')).status).toBe(403)
  expect(named.arrived.map(({ envelope }) => JSON.parse(envelope[0] ?? '').event_id)).toEqual([eventId(1), eventId(2)])
  for (const { method, url, headers } of named.arrived) {
    expect([method, url]).toEqual(['POST', '/api/77/envelope/'])
    expect(headers['content-type']).toBe('application/x-sentry-envelope')
    expect(JSON.stringify(headers)).not.toMatch(/s3cret|forwarded/u)
    expect(headers['cookie'] ?? headers['authorization']).toBeUndefined()
  }
  expect(other.arrived).toEqual([])
})

test('a redirect is not followed', async () => {
  const other = await ingest()
  const named = await ingest((response) => response.writeHead(307, { location: `${other.origin}/api/77/envelope/` }).end())
  const site = await featureSite({ SENTRY_DSN: named.dsn })
  const answer = await site.browser().send('POST', tunnel, {}, errorEnvelope(1, {}, { dsn: named.dsn }))
  expect([answer.status, answer.text]).toEqual([502, ''])
  expect([named.arrived.length, other.arrived.length]).toEqual([1, 0])
})

test('what arrived is not passed on a second time', async () => {
  const named = await ingest()
  const site = await featureSite({ SENTRY_DSN: named.dsn })
  for (let n = 0; n < 3; n += 1) await site.browser().send('POST', tunnel, {}, errorEnvelope(1, {}, { dsn: named.dsn }))
  expect(named.arrived).toHaveLength(1)
})

test.each([
  [429, 429],
  [500, 502],
  [413, 502],
])('an ingest that answers %i is answered on with %i', async (theirs, ours) => {
  const named = await ingest((response) => response.writeHead(theirs, { 'retry-after': '999999' }).end('secret words'))
  const site = await featureSite({ SENTRY_DSN: named.dsn })
  const answer = await site.browser().send('POST', tunnel, {}, errorEnvelope(1, {}, { dsn: named.dsn }))
  expect([answer.status, answer.text]).toEqual([ours, ''])
})

test('an ingest that says nothing is given up', async () => {
  const named = await ingest(() => undefined)
  const place = reportPlace(named.dsn, '')
  if (place === null) throw new Error('no DSN')
  expect(await forwarder(place, { timeoutMs: 30 })(Buffer.from('x'))).toBe('failed')
})

test('the address is made of the settings alone, and plain http stays on this machine', () => {
  const at = (dsn: string) => ingestUrl({ org: 'o', project: '77', dsn })
  expect(at('https://key:old@o1.ingest.example:8443/77')).toBe('https://o1.ingest.example:8443/api/77/envelope/')
  expect(() => at('http://key@ingest.example/77')).toThrow('https only')
})
