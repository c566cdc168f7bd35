import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { madeFiles } from './made-files.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-made-files-'))
  folders.push(folder)
  return folder
}

/** Files of 1,000 bytes for each name; `made` says whose were asked of the maker. */
function aCache(folder: string, maxBytes = 3_000) {
  const made: string[] = []
  const clock = { now: Date.UTC(2026, 0, 1) }
  const files = madeFiles({ folder, maxBytes, now: () => clock.now })
  const open = (name: string, works = true) =>
    files.open(
      name,
      (place) => readFile(join(place, '1.png')).catch(() => null),
      async (place) => {
        made.push(name)
        if (works) await writeFile(join(place, '1.png'), name.padEnd(1_000))
        return works
      },
    )
  return { files, open, made, clock }
}

test('what is asked for many times at once is made once, and never again', async () => {
  const { open, made, files } = aCache(await aFolder())
  expect(await files.has('a')).toBe(false)
  const all = await Promise.all([open('a'), open('a'), open('a')])
  expect(all.map((bytes) => bytes?.toString().trim())).toEqual(['a', 'a', 'a'])
  expect((await open('a'))?.length).toBe(1_000)
  expect([made, await files.has('a')]).toEqual([['a'], true])
})

test('when there is no more room, the one that was asked for longest ago goes', async () => {
  const folder = await aFolder()
  const { open, files } = aCache(folder)
  for (const name of ['a', 'b', 'c', 'a', 'd']) await open(name)
  expect([await files.has('a'), await files.has('b'), await files.has('c'), await files.has('d')]).toEqual([true, false, true, true])
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'c', 'd'])
})

test('the order outlives a restart, and what was half made is gone', async () => {
  const folder = await aFolder()
  const before = aCache(folder)
  for (const name of ['a', 'b', 'c']) await before.open(name)
  before.clock.now = Date.now() + 2 * hourMs
  await before.open('a')
  await writeFile(join(folder, '.making-left'), '')
  const after = aCache(folder)
  await after.open('d')
  expect([await after.files.has('a'), after.made, (await readdir(folder)).length]).toEqual([true, ['d'], 3])
})

test('what could not be made leaves nothing, and is tried again', async () => {
  const folder = await aFolder()
  const { open, made } = aCache(folder)
  expect(await open('a', false)).toBeNull()
  expect(await readdir(folder)).toEqual([])
  expect(await open('a')).not.toBeNull()
  expect(made).toEqual(['a', 'a'])
})

test('a file that somebody took away is made again', async () => {
  const folder = await aFolder()
  const { open, made } = aCache(folder)
  await open('a')
  await rm(join(folder, 'a'), { recursive: true })
  expect(await open('a')).not.toBeNull()
  expect(made).toEqual(['a', 'a'])
})

test('what is wanted in another form takes the place of what was made under the name', async () => {
  const folder = await aFolder()
  const { files } = aCache(folder)
  const open = (file: string) =>
    files.open(
      'a',
      (place) => readFile(join(place, file), 'utf8').catch(() => null),
      async (place) => {
        await writeFile(join(place, file), file)
        return true
      },
    )
  expect([await open('one'), await open('two'), await readdir(join(folder, 'a'))]).toEqual(['one', 'two', ['two']])
})
