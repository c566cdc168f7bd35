import { beforeEach, describe, expect, test } from 'vitest'
import type { ExportPage } from '#shared/formats/own-texts.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'
import { exchangeLimits } from './routes.ts'

let site: FeatureSite
let ada: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  await ada.signUp('Ada')
})

const json = { accept: 'application/json', 'content-type': 'application/json' }
const draft = (by: Browser, n: number) =>
  by.send(
    'POST',
    '/api/mutations/posts.create',
    json,
    JSON.stringify({ args: { id: idOf(n), revisionId: idOf(1000 + n), kind: 'post', lang: 'en' } }),
  )
const page = async (by: Browser, after = ''): Promise<ExportPage> =>
  JSON.parse((await by.send('GET', `/api/export${after === '' ? '' : `?after=${after}`}`, { accept: 'application/json' })).text)
const fetchIt = (by: Browser, address: unknown) => by.send('POST', '/api/import/google', json, JSON.stringify({ address }))

describe('the export', () => {
  test('gives a member their own texts, drafts too, and nobody else’s', async () => {
    const ben = site.browser()
    await ben.signUp('Ben')
    expect([(await draft(ada, 1)).status, (await draft(ben, 2)).status]).toEqual([200, 200])
    expect(await page(ada)).toMatchObject({ texts: [{ id: idOf(1), authors: ['Ada'], publishedAt: null, address: null }], next: null })
    expect((await page(ben)).texts.map(({ id }) => id)).toEqual([idOf(2)])
  })

  test('comes in pages that go on where the last one ended', async () => {
    const count = exchangeLimits.textsAtOnce + 3
    for (let n = 1; n <= count; n++) await draft(ada, n)
    const first = await page(ada)
    expect([first.texts.length, first.next]).toEqual([exchangeLimits.textsAtOnce, idOf(exchangeLimits.textsAtOnce)])
    const second = await page(ada, first.next ?? '')
    expect([second.texts.length, second.next]).toEqual([3, null])
  })

  test('asks who is there, judges what it is given, and is kept by nobody', async () => {
    expect((await site.browser().send('GET', '/api/export', { accept: 'application/json' })).status).toBe(401)
    expect((await ada.send('GET', '/api/export?after=x', { accept: 'application/json' })).status).toBe(400)
    expect((await ada.get('/api/export')).headers['cache-control']).toBe('private, no-store')
  })
})

describe('a document of Google Docs', () => {
  test.each([
    ['http://127.0.0.1/'],
    ['https://docs.google.com.evil.test/document/d/1AbcdefghijklmnopQRST/edit'],
    ['file:///etc/passwd'],
    [''],
    [null],
    [{ address: 'x' }],
  ])('is not looked for at %s', async (address) => {
    expect((await fetchIt(ada, address)).status).toBe(400)
  })

  test('is fetched for members alone', async () => {
    expect((await fetchIt(site.browser(), 'https://docs.google.com/document/d/1AbcdefghijklmnopQRST/edit')).status).toBe(401)
  })
})
