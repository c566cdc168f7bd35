import { expect, test } from 'vitest'
import type { FeatureSite } from '../testing/feature-site.ts'
import { policyReportPath } from '#shared/reports/ingest.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { eventsOfGroup, groupsBy } from '#shared/reports/queries.ts'
import { featureSite } from '../testing/feature-site.ts'

const origin = 'https://essays.example'

/** As `report-uri` sends it. */
const older = (changes: Readonly<Record<string, unknown>> = {}) => ({
  'csp-report': {
    'document-uri': `${origin}/posts/1/a?draft=2#x`,
    'effective-directive': 'require-trusted-types-for',
    'blocked-uri': 'trusted-types-sink',
    disposition: 'enforce',
    'source-file': `${origin}/assets/post-page-abcdefgh.js`,
    'line-number': 3,
    'column-number': 40,
    'script-sample': 'Element innerHTML|<p>a draft of mine</p>',
    'original-policy': "default-src 'none'",
    ...changes,
  },
})

/** The same as the Reporting API sends it. */
const newer = (changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'csp-violation',
  age: 3,
  url: `${origin}/posts/1/a?draft=2`,
  user_agent: 'x',
  body: {
    documentURL: `${origin}/posts/1/a?draft=2#x`,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    disposition: 'enforce',
    sourceFile: `${origin}/assets/post-page-abcdefgh.js`,
    lineNumber: 3,
    columnNumber: 40,
    sample: 'Element innerHTML|<p>a draft of mine</p>',
    originalPolicy: "default-src 'none'",
    ...changes,
  },
})

const place = () => featureSite({ SITE_URL: origin, TRUST_PROXY: '1' })

async function send(
  site: FeatureSite,
  report: unknown,
  address = '192.0.2.1',
  type = Array.isArray(report) ? 'reports+json' : 'csp-report',
) {
  const body = report instanceof Uint8Array ? report : Buffer.from(JSON.stringify(report))
  const headers = { 'content-type': `application/${type}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }
  return (await site.browser(address).send('POST', policyReportPath, headers, body)).status
}

const groups = (site: FeatureSite) => site.store.read((read) => read.list(groupsBy('open', 'lastSeenAt', 100)))

test('a refusal arrives among the errors and counts once for a reader and a day, in whichever form it comes', async () => {
  const site = await place()
  expect([await send(site, older()), await send(site, [newer(), newer()]), await send(site, older())]).toEqual([204, 204, 204])
  expect(await send(site, older(), '198.51.100.1')).toBe(204)
  await expect
    .poll(() => groups(site))
    .toMatchObject([{ count: 2, title: 'PolicyRefusal: require-trusted-types-for refused trusted-types-sink: Element innerHTML' }])
  site.clock.now += dayMs
  await send(site, older())
  await expect.poll(() => groups(site)).toMatchObject([{ count: 3, culprit: '/assets/post-page.js', browser: 'Chrome on Linux' }])
})

test('of a refusal nothing is kept that somebody wrote, nor the query of an address', async () => {
  const site = await place()
  await send(site, older())
  await expect.poll(() => groups(site)).toHaveLength(1)
  const [group] = await groups(site)
  const [event] = await site.store.read((read) => read.list(eventsOfGroup(group?.id ?? '', 10)))
  expect(event).toMatchObject({ url: `${origin}/posts/1/a`, level: 'warning', exceptions: [{ frames: [{ line: 3, column: 40 }] }] })
  expect(JSON.stringify(event)).not.toMatch(/draft/u)
})

test('what an extension has done, and what is about another site or another kind, is taken and not kept', async () => {
  const site = await place()
  const reports = [
    older({ 'source-file': 'chrome-extension://abc/content.js' }),
    older({ 'source-file': 'moz-extension' }),
    older({ 'blocked-uri': 'chrome-extension' }),
    older({ 'blocked-uri': 'about' }),
    older({ 'source-file': 'https://elsewhere.example/a.js' }),
    older({ 'document-uri': 'https://elsewhere.example/' }),
    older({ disposition: 'report' }),
    older({ 'effective-directive': '<b>' }),
    [{ type: 'deprecation', age: 0, url: `${origin}/`, body: {} }],
  ]
  for (const report of reports) expect(await send(site, report)).toBe(204)
  await send(site, older({ 'effective-directive': 'img-src', 'blocked-uri': 'https://pictures.example/a.png', 'source-file': undefined }))
  await expect.poll(() => groups(site)).toMatchObject([{ title: 'PolicyRefusal: img-src refused elsewhere' }])
})

test('a thousand hosts that are refused are one group, and room for other errors is left', async () => {
  const site = await place()
  const many = (n: number) =>
    Array.from({ length: 40 }, (_none, at) =>
      newer({ blockedURL: `https://h${n}-${at}.example/`, lineNumber: at, sourceFile: null, documentURL: `${origin}/posts/${at}` }),
    )
  for (let n = 0; n < 15; n += 1) expect(await send(site, many(n), `10.${n}.0.1`)).toBe(204)
  await expect.poll(async () => (await groups(site)).length).toBe(1)
  await send(site, older(), '203.0.113.5')
  await expect
    .poll(async () => (await groups(site)).reduce((sum, { count }) => sum + count, 0))
    .toBeGreaterThan(reportLimits.policyReportsPerBatch)
  expect((await groups(site)).reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(reportLimits.policyReportsPerHour)
})

test('one network may come so often a minute, and what it sends does not count among what it saves', async () => {
  const site = await place()
  const statuses: number[] = []
  for (let n = 0; n <= reportLimits.policyBatchesPerMinute; n += 1) statuses.push(await send(site, older()))
  expect(statuses).toEqual([...Array.from({ length: reportLimits.policyBatchesPerMinute }, () => 204), 429])
  expect(await send(site, older(), '198.51.100.1')).toBe(204)
})

const noReports: readonly (readonly [what: string, body: unknown, status: number, type?: string])[] = [
  ['no JSON', Buffer.from('{'), 400],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
  ['nothing', Buffer.from(''), 400],
  ['another object', { report: 1 }, 400],
  ['a list as the report', { 'csp-report': [1] }, 400],
  ['an empty batch', [], 400],
  ['a batch of texts', ['csp-violation'], 400],
  ['nesting without end', { 'csp-report': JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown }, 400],
  ['40 kB', older({ 'original-policy': 'x'.repeat(40_000) }), 413],
  ['another type', older(), 415, 'json'],
]

test('what is not a report is answered with a status and not kept', async () => {
  const site = await place()
  for (const [what, body, status, type] of noReports) expect([what, await send(site, body, '192.0.2.1', type)]).toEqual([what, status])
  expect(await groups(site)).toEqual([])
})
