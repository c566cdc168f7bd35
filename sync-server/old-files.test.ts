import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markAsUsed, moveMaps, removeOldAssets, removeOldServer } from './old-files.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const day = (n: number): number => 1_800_000_000_000 + n * dayMs

let dist: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'lyceum-dist-'))
})
afterEach(() => rm(dist, { recursive: true, force: true }))

async function write(path: string, at: number, text = ''): Promise<void> {
  const file = join(dist, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  await utimes(file, at / 1_000, at / 1_000)
}

/**
 * A build as the script makes it: what is there is marked, new files are written, old ones removed.
 */
async function build(name: string, at: number): Promise<void> {
  await markAsUsed(dist, at)
  await write(`client/assets/page-${name}.js`, at)
  await write(`client/assets/page-${name}.js.br`, at)
  await write('client/.vite/manifest.json', at, JSON.stringify({ page: { file: `assets/page-${name}.js` } }))
  await removeOldAssets(dist, at)
  await write('server/run.js', at)
  await write(`server/part-${name}.js`, at)
  await removeOldServer(dist, at)
}

const has = (path: string): boolean => existsSync(join(dist, path))

test('the files of a build that served for a month are there for 14 days after the next one, and then go', async () => {
  await build('a', day(0))
  await build('b', day(30))
  expect([has('client/assets/page-a.js'), has('client/assets/page-a.js.br')]).toEqual([true, true])
  await build('c', day(43))
  expect(has('client/assets/page-a.js')).toBe(true)
  await build('d', day(45))
  expect([has('client/assets/page-a.js'), has('client/assets/page-a.js.br')]).toEqual([false, false])
  expect([has('client/assets/page-b.js'), has('client/assets/page-c.js'), has('client/assets/page-d.js')]).toEqual([true, true, true])
})

test('a server that has run for a month finds its parts for two days after the next build', async () => {
  await build('a', day(0))
  await build('b', day(30))
  expect(has('server/part-a.js')).toBe(true)
  await build('c', day(31))
  expect(has('server/part-a.js')).toBe(true)
  await build('d', day(34))
  expect([has('server/part-a.js'), has('server/part-b.js'), has('server/part-c.js')]).toEqual([false, false, true])
})

test('a file whose name ends like a present one’s is not taken for it', async () => {
  await build('a', day(0))
  await write('client/assets/big-page-a.js', day(-20))
  await write('client/assets/e-a.js', day(-20))
  await build('a', day(1))
  expect([has('client/assets/page-a.js'), has('client/assets/big-page-a.js'), has('client/assets/e-a.js')]).toEqual([true, false, false])
})

test('without any build there is nothing to mark', async () => {
  await markAsUsed(dist, day(0))
  expect(has('client')).toBe(false)
})

test('source maps leave what is served, and go with their files', async () => {
  await write('client/assets/page-a.js', day(0))
  await write('client/assets/page-a.js.map', day(0))
  await moveMaps(dist)
  expect([has('client/assets/page-a.js.map'), has('maps/page-a.js.map')]).toEqual([false, true])
  await rm(join(dist, 'client/assets/page-a.js'))
  await write('client/assets/page-b.js', day(1))
  await write('client/assets/page-b.js.map', day(1))
  await moveMaps(dist)
  expect([has('maps/page-a.js.map'), has('maps/page-b.js.map')]).toEqual([false, true])
})
