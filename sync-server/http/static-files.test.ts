import { afterAll, beforeAll, expect, test } from 'vitest'
import fastify from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policyReportPath } from '#shared/reports/ingest.ts'
import { staticFiles } from './static-files.ts'

const app = fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  for (const name of ['sw.js', 'assets/search-worker-a1B_2.js', 'assets/page-worker.css', 'assets/main-a1.js'])
    await writeFile(join(folder, 'client', name), '1')
  await staticFiles(app, { client: join(folder, 'client'), public: join(folder, 'none') })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const policyOf = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url })
  expect(statusCode).toBe(200)
  return String(headers['content-security-policy'] ?? '')
}

test.each(['/sw.js', '/assets/search-worker-a1B_2.js'])(
  '%s: what its worker refuses is reported, and no string becomes a script there',
  async (url) => {
    const policy = await policyOf(url)
    expect(policy).toMatch(/^default-src 'none';/u)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).toContain(`report-uri ${policyReportPath}`)
    expect(policy).not.toContain('unsafe')
  },
)

test('a worker of the page may ask for nothing, the service worker for what is of this site', async () => {
  expect(await policyOf('/assets/search-worker-a1B_2.js')).not.toContain('connect-src')
  expect(await policyOf('/sw.js')).toContain("connect-src 'self'")
})

test('a built file is sent as it was compressed, and only by its own name', async () => {
  await writeFile(join(folder, 'client/assets/main-a1.js.br'), 'compressed')
  await writeFile(join(folder, 'client/assets/main-a1.js.map'), '{}')
  const sent = await app.inject({ url: '/assets/main-a1.js', headers: { 'accept-encoding': 'br' } })
  expect([sent.statusCode, sent.headers['content-encoding'], sent.body]).toEqual([200, 'br', 'compressed'])
  expect(sent.headers['cache-control']).toContain('immutable')
  expect((await app.inject({ method: 'HEAD', url: '/assets/main-a1.js' })).statusCode).toBe(200)
  for (const name of ['main-a1.js.br', 'main-a1.js.map', '..%2fsw.js', '%2e%2e', '.hidden', 'none.js'])
    expect([name, (await app.inject({ url: `/assets/${name}` })).statusCode]).toEqual([name, 404])
})

test.each(['/assets/main-a1.js', '/assets/page-worker.css'])('%s: has no policy of a worker', async (url) => {
  expect(await policyOf(url)).toBe('')
})
