import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { pictureLimits } from '#shared/pictures/limits.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { isLong } from '#shared/testing/extent.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'
import { aPhoto, claimingPng, gifThatIsScript, svgWithScript } from './testing/hostile.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
})

const id = idOf(7)
const json = { accept: 'application/json', 'content-type': 'image/png' }
const put = (by: Browser, bytes: Uint8Array, as = id) => by.send('PUT', `/pictures/${as}`, json, bytes)
const rowOf = (as = id) => site.store.read((read) => read.get(pictures, as))
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#7a6' } })
const errorOf = (answer: { readonly text: string }) => JSON.parse(answer.text).error
const files = async (below: string): Promise<readonly string[]> => {
  const found = await readdir(join(site.config.dataDir, below), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('what is kept', () => {
  test('a picture comes back as WebP, in the widths that are smaller than it, under headers that let it do nothing', async () => {
    expect((await put(ben, await flat(1200, 800).png().toBuffer())).status).toBe(201)
    const answer = await site.browser().get(`/pictures/${id}`)
    expect([answer.status, answer.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'content-disposition': `inline; filename="picture-${id}.webp"`,
      }),
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 800 })
    expect(await sharp((await ada.get(`/pictures/${id}?w=480`)).body).metadata()).toMatchObject({ width: 480, height: 320 })
    expect(await sharp((await ada.get(`/pictures/${id}?w=1600`)).body).metadata()).toMatchObject({ width: 1200 })
    expect((await ada.get(`/pictures/${id}?w=481`)).status).toBe(404)
    const again = await ada.send('GET', `/pictures/${id}`, { 'if-none-match': String(answer.headers['etag']) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('a photo loses where it was taken and stands upright, in sRGB and no wider than the limit', async () => {
    const high = isLong ? 4_000 : 1_000
    const photo = await aPhoto(high, 3_000)
    const before = await sharp(photo).metadata()
    expect([before.exif?.includes('Canoe'), before.orientation]).toEqual([true, 6])
    // A machine that is busy says so, and a device asks again.
    await expect.poll(async () => (await put(ben, photo)).status).toBe(201)
    const { body } = await ada.get(`/pictures/${id}`)
    const about = await sharp(body).metadata()
    expect(about).toMatchObject({ width: 2400, height: high * 0.8, space: 'srgb' })
    expect([about.exif, about.xmp, about.icc, about.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(body.includes('Canoe')).toBe(false)
    // What was red at the left is red at the top.
    const { data } = await sharp(body).extract({ left: 1200, top: 20, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
    expect([Number(data[0]) > 180, Number(data[2]) < 90]).toEqual([true, true])
  })

  test('a moving picture shows its first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()
    const moving = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await put(ben, moving)).status).toBe(201)
    expect((await sharp((await ada.get(`/pictures/${id}`)).body).metadata()).pages ?? 1).toBe(1)
  })

  test('each of the other kinds is taken', async () => {
    const kinds = {
      webp: await flat(30, 20).webp().toBuffer(),
      avif: await flat(64, 48).avif().toBuffer(),
      jpeg: await flat(30, 20).jpeg().toBuffer(),
    }
    let n = 20
    for (const [kind, bytes] of Object.entries(kinds)) {
      const as = idOf((n += 1))
      expect([kind, (await put(ben, bytes, as)).status]).toEqual([kind, 201])
      expect((await rowOf(as))?.kind).toBe(kind)
    }
  })
})

describe('who may, and once', () => {
  test('a visitor, another account than the one that was meant, and another site are turned away', async () => {
    const bytes = await flat(3, 3).png().toBuffer()
    expect((await put(site.browser(), bytes)).status).toBe(401)
    expect((await ben.send('PUT', `/pictures/${id}`, { ...json, 'x-account': idOf(9) }, bytes)).status).toBe(401)
    expect((await ben.send('PUT', `/pictures/${id}`, { ...json, origin: 'https://elsewhere.example' }, bytes)).status).toBe(403)
    expect(await rowOf()).toBeUndefined()
  })

  test('the same once more changes nothing; other bytes, or another member, get no place under its id', async () => {
    const bytes = await flat(50, 50).png().toBuffer()
    expect((await put(ben, bytes)).status).toBe(201)
    const before = [await rowOf(), await files('files')]
    expect((await put(ben, bytes)).status).toBe(200)
    expect((await put(ben, await flat(51, 50).png().toBuffer())).status).toBe(409)
    expect((await put(ada, bytes)).status).toBe(409)
    expect([await rowOf(), await files('files')]).toEqual(before)
  })

  test('more than a day allows has to wait until the first is a day old', async () => {
    const bytes = await flat(5, 5).png().toBuffer()
    expect((await put(ben, bytes)).status).toBe(201)
    const first = await rowOf()
    await site.store.write(async ({ tx }) => {
      if (first !== undefined)
        for (let n = 0; n < pictureLimits.countPerDay; n += 1) await tx.put(pictures, { ...first, id: idOf(5000 + n) })
    })
    const answer = await put(ben, bytes, idOf(8))
    expect([answer.status, answer.headers['retry-after'], errorOf(answer).field]).toEqual([429, '86400', 'picture.quota'])
    expect((await put(ada, bytes, idOf(9))).status).toBe(201)
    site.clock.now += 86_400_001
    expect((await put(ben, bytes, idOf(8))).status).toBe(201)
  })
})

describe('what is turned away', () => {
  test.each([
    ['an SVG with a script, whatever it is called', svgWithScript, 'svg'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'kind'],
    ['a program', Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), 'kind'],
    ['a GIF that is a script', gifThatIsScript, 'broken'],
    ['a PNG that claims 400 million points', claimingPng(20_000, 20_000), 'pixels'],
    ['an interlaced PNG that claims 17 million points', claimingPng(5_000, 3_400, true), 'wholePixels'],
    ['a PNG of nothing', claimingPng(200, 200), 'broken'],
    [
      'a JPEG that is cut',
      () =>
        sharp({ create: { width: 800, height: 600, channels: 3, background: '#123', noise: { type: 'gaussian', mean: 100, sigma: 30 } } })
          .jpeg()
          .toBuffer()
          .then((bytes) => bytes.subarray(0, bytes.length / 2)),
      'broken',
    ],
  ])('%s', async (_what, bytes, fault) => {
    const answer = await put(ben, typeof bytes === 'function' ? await bytes() : bytes)
    expect([answer.status, errorOf(answer)]).toEqual([
      400,
      { code: 'invalid', field: `picture.${fault}`, reason: null, retryAfterMs: null },
    ])
    expect((await ada.get(`/pictures/${id}`)).status).toBe(404)
    expect([await files('files'), await files('incoming-pictures')]).toEqual([[], []])
    expect(await rowOf()).toMatchObject({ state: 'refused', ownerId: (await ben.me()).viewer.userId })
    // Its sender may send something better under the same name; nobody else may.
    expect((await put(ada, await flat(3, 3).png().toBuffer())).status).toBe(409)
    expect((await put(ben, await flat(3, 3).png().toBuffer())).status).toBe(201)
  })

  test('a script behind the picture is not kept with it', async () => {
    const bytes = Buffer.concat([await flat(20, 20).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    expect((await put(ben, bytes)).status).toBe(201)
    expect((await ada.get(`/pictures/${id}`)).body.includes('script')).toBe(false)
  })

  test('more than 20 MB, announced or not', async () => {
    const large = Buffer.alloc(pictureLimits.bytes + 1, 1)
    const told = await put(ben, large).catch((error: unknown) => error)
    // The line may be cut before all is sent.
    if (told instanceof Error) expect(told.message).toMatch(/ECONNRESET|EPIPE|hang up/u)
    else expect(told).toMatchObject({ status: 400 })
    expect([await rowOf(), await files('incoming-pictures')]).toEqual([undefined, []])
  })

  test('nothing at all', async () => {
    expect(errorOf(await put(ben, new Uint8Array())).field).toBe('picture.none')
  })
})

test('an upload that is cut anywhere leaves nothing behind, and goes through the next time', async () => {
  const bytes = await aPhoto(600, 400)
  const cookie = [...ben.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (let cut = 0; cut < 20; cut += 1) {
    const { port, host } = new URL(site.origin)
    const sending = request({
      host: '127.0.0.1',
      port,
      method: 'PUT',
      path: `/pictures/${id}`,
      headers: { ...json, host, cookie, 'content-length': bytes.length },
    })
    const over = new Promise((resolve) => sending.once('close', resolve))
    sending.on('error', () => undefined)
    await new Promise((resolve) => sending.write(bytes.subarray(0, 1 + Math.floor((bytes.length * cut) / 20)), resolve))
    sending.destroy()
    await over
  }
  await expect.poll(() => files('incoming-pictures')).toEqual([])
  expect([await rowOf(), await files('files'), (await ada.get(`/pictures/${id}`)).status]).toEqual([undefined, [], 404])
  expect((await put(ben, bytes)).status).toBe(201)
})

test('what staff took down is gone, and neither its file nor what readers saw of it is taken again', async () => {
  const bytes = await flat(70, 50).png().toBuffer()
  await put(ben, bytes)
  const shown = (await ada.get(`/pictures/${id}`)).body
  const remove = (by: Browser) =>
    by.send('POST', '/api/mutations/pictures.remove', { 'content-type': 'application/json' }, JSON.stringify({ args: { id } }))
  expect((await remove(ben)).status).toBe(403)
  expect((await remove(ada)).status).toBe(200)
  expect((await site.browser().get(`/pictures/${id}`)).status).toBe(410)
  await expect.poll(() => files('files')).toEqual([])
  for (const [n, again] of [bytes, shown].entries()) {
    const answer = await put(ben, again, idOf(40 + n))
    expect([answer.status, errorOf(answer).field]).toEqual([400, 'picture.removed'])
  }
  expect((await put(ben, bytes)).status).toBe(409)
})
