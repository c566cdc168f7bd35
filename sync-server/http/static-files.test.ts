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

test.each(['/assets/main-a1.js', '/assets/page-worker.css'])('%s: has no policy of a worker', async (url) => {
  expect(await policyOf(url)).toBe('')
})
