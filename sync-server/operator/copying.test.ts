import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StoreAddress } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { openStore } from '#server/store/open-store.ts'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members } from '#shared/accounts/schema.ts'
import { aMember, idOf } from '#shared/testing/factories.ts'
import { storeAddress } from './copying.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-operator-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sqliteAt = (name: string): StoreAddress => ({ databaseUrl: null, dataDir: join(folder, name) })
async function within<T>(address: StoreAddress, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(address, serverRegistry.tables, serverRegistry.migrations)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
const put = (address: StoreAddress, n: number) =>
  within(address, (store) =>
    store.write(({ tx }) => tx.put(members, aMember({ id: idOf(n), displayNameKey: `n${n}`, userNameKey: `n${n}` }))),
  )
const here = (address: StoreAddress) =>
  within(address, async (store) => ({
    epoch: store.meta.epoch,
    ids: (await store.read((read) => read.getMany(members, [idOf(1), idOf(2)]))).map(({ id }) => id),
  }))

/** A command of the operator's, as npm runs it. */
function command(
  name: string,
  args: readonly string[],
  { dataDir, databaseUrl }: StoreAddress,
): Promise<{ readonly code: number; readonly said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], { env }, (error, out, bad) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, said: out + bad }),
    )
  })
}

test('a backup goes on from the one before, and is put back with its pictures into an empty store alone, of a new epoch', async () => {
  const [own, other] = [sqliteAt('own'), sqliteAt('other')]
  const backup = join(folder, 'backup')
  await put(own, 1)
  await mkdir(join(own.dataDir, 'files', 'pictures'), { recursive: true })
  await writeFile(join(own.dataDir, 'files', 'pictures', 'a.webp'), 'first')
  expect(await command('backup', [backup], own)).toMatchObject({ code: 0, said: expect.stringContaining('1 pictures were brought') })
  await put(own, 2)
  await rm(join(own.dataDir, 'files', 'pictures', 'a.webp'))
  await writeFile(join(own.dataDir, 'files', 'pictures', 'b.webp'), 'second')
  expect(await command('backup', [backup], own)).toMatchObject({ code: 0, said: expect.stringContaining('2 were brought, 0 taken away') })

  expect(await command('restore', [backup], other)).toMatchObject({ code: 0, said: expect.stringContaining('new epoch') })
  const [before, after] = [await here(own), await here(other)]
  expect([after.ids, after.epoch === before.epoch]).toEqual([[idOf(1), idOf(2)], false])
  expect(await readdir(join(other.dataDir, 'files', 'pictures'))).toEqual(['b.webp'])
  expect(await readFile(join(other.dataDir, 'files', 'pictures', 'b.webp'), 'utf8')).toBe('second')

  await put(other, 3)
  expect(await command('restore', [backup], other)).toMatchObject({ code: 2, said: expect.stringMatching(/gone on|another store/u) })
  expect(await command('restore', [join(folder, 'none')], sqliteAt('empty'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('no backup'),
  })
  expect(await command('backup', [own.dataDir], own)).toMatchObject({ code: 2 })
})

test('a community moves to PostgreSQL and back, and keeps its epoch', async () => {
  const place = await postgresPlace()
  const [own, back] = [sqliteAt('own'), sqliteAt('back')]
  const url = place.address.databaseUrl ?? ''
  try {
    await put(own, 1)
    expect(await command('store-copy', ['--from', 'sqlite', '--to', url], own)).toMatchObject({ code: 0 })
    await put(place.address, 2)
    expect(await command('store-copy', ['--from', 'sqlite', '--to', url], own)).toMatchObject({
      code: 2,
      said: expect.stringContaining('gone on'),
    })
    expect(await command('store-copy', ['--from', url, '--to', `sqlite:${back.dataDir}`], own)).toMatchObject({ code: 0 })
    expect(await here(back)).toEqual({ epoch: (await here(own)).epoch, ids: [idOf(1), idOf(2)] })
    for (const args of [[], ['--from', 'sqlite'], ['--from', 'mysql://x', '--to', 'sqlite'], ['--from', 'sqlite', '--to', 'sqlite']])
      expect(await command('store-copy', args, own)).toMatchObject({ code: 2 })
  } finally {
    await place.remove()
  }
})

test.each([
  ['sqlite', { databaseUrl: null, dataDir: '/data' }],
  ['sqlite:/there', { databaseUrl: null, dataDir: '/there' }],
  ['postgresql://u@h/d', { databaseUrl: 'postgresql://u@h/d', dataDir: '/data' }],
  ['sqlite:', null],
  ['postgres://', null],
  ['', null],
])('%s is a store, or none', (text, address) => {
  expect(storeAddress(text, '/data')).toEqual(address)
})
