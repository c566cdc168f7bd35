import { afterAll, expect, test } from 'vitest'
import { deviceClassOf } from './device-class.ts'
import { routeClassOf } from './route-class.ts'
import { postUrl, smallCommunity, testSite } from './testing/test-site.ts'

const site = await testSite()
await smallCommunity(site)
afterAll(() => site.close())

test('requests are counted by class of route and by how they ended', async () => {
  const asBrowser = { 'accept-encoding': 'br', accept: 'text/html' }
  const first = await site.get(postUrl, asBrowser)
  await site.get(postUrl, asBrowser)
  await site.get(postUrl, { ...asBrowser, 'if-none-match': String(first.headers['etag']) })
  await site.get('/nowhere')
  await site.send('POST', '/api/mutations/votes.set', { 'content-type': 'application/json' }, '{}')
  const text = await metrics(/route="mutation"/u)
  for (const line of [
    'lyceum_http_requests_total{route="kept",status="2xx"} 1',
    'lyceum_http_requests_total{route="kept",status="304"} 1',
    'lyceum_http_requests_total{route="page",status="2xx"} 1',
    'lyceum_http_requests_total{route="page",status="4xx"} 1',
    'lyceum_http_requests_total{route="mutation",status="4xx"} 1',
    'lyceum_http_request_seconds_bucket{route="kept",le="+Inf"} 2',
    'lyceum_http_request_seconds_count{route="page"} 2',
    'lyceum_page_cache_misses_total 2',
  ])
    expect(text).toContain(`${line}\n`)
})

test('every figure has its kind, and nothing is said of who asked', async () => {
  const text = await metrics(/lyceum_process/u)
  expect(text).toMatch(/^# TYPE lyceum_http_request_seconds histogram$/mu)
  expect(text).toMatch(/^# TYPE lyceum_sync_mutations_total counter$/mu)
  for (const one of [
    'process_resident_bytes',
    'process_processor_seconds_total',
    'process_loop_delay_seconds',
    'page_cache_hits_total',
    'journal_position',
    'journal_behind{follower="pages"}',
    'documents_open_rooms',
    'documents_largest_room_bytes',
    'documents_lagging_sockets',
    'sync_open_sockets',
  ])
    expect(text).toContain(`\nlyceum_${one} `)
  expect(text).not.toMatch(/127\.0\.0\.1|on-tides/u)
  // Each line is of the text format: a comment, or a name, labels and a number.
  for (const line of text
    .trim()
    .split('\n')
    .filter((each) => each !== ''))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) lyceum_\w+ .+|lyceum_\w+(?:\{[^}]*\})? -?[\d.e+-]+)$/u)
})

test.each([
  ['/', 'page'],
  ['/posts/1/on-tides', 'page'],
  ['/posts/1.md', 'page'],
  ['/assets/a-1.js', 'file'],
  ['/sw.js?x=1', 'file'],
  ['/pictures/1?w=480', 'file'],
  ['/api/page?url=%2F', 'data'],
  ['/api/me', 'own'],
  ['/api/form/votes.set', 'mutation'],
  ['/api/v1/posts', 'api'],
  ['/sync', 'sync'],
  ['/feed.xml?view=a', 'feed'],
  ['/readyz', 'watch'],
] as const)('%s is counted as %s', (url, route) => {
  expect(routeClassOf(url)).toBe(route)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit Chrome/140 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 16; SM-X1) AppleWebKit Chrome/140 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'desktop'],
  ['curl/8.0', 'program'],
  [undefined, 'program'],
] as const)('%s is a %s', (userAgent, kind) => {
  expect(deviceClassOf(userAgent)).toBe(kind)
})

/** Answers are counted when they are over, which may be a moment after they have come. */
async function metrics(until: RegExp): Promise<string> {
  let text = ''
  await expect.poll(async () => (text = (await site.get('/metrics')).text)).toMatch(until)
  return text
}
