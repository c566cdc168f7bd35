import { expect, test } from 'vitest'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { readConfig } from '#server/config.ts'
import { smallWeb } from '#server/http/testing/small-web.ts'
import { makeLogger } from '#server/http/log.ts'
import { startServer } from '#server/main.ts'
import { seedWhenEmpty } from '#server/seed-when-empty.ts'
import { openStore } from '#server/store/open-store.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { accountsWithKnownPassword, changeKnownPasswords, knownPassword } from './example-passwords.ts'

const web = smallWeb()
const options = { webEntry: { entry: async () => web }, log: makeLogger('silent') }
/** Cheap where it hashes; what is stored says itself how it is verified. */
const passwords = createPasswords({ parameters: { memory: 64, passes: 1, parallelism: 1 } })

async function knownAt(dataDir: string): Promise<number> {
  const store = await openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)
  try {
    return (await accountsWithKnownPassword(store, passwords)).length
  } finally {
    await store.close()
  }
}

test('a public site behind a proxy is seeded with no published password, and starts', async () => {
  const place = await sqlitePlace()
  const { dataDir } = place.address
  try {
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SITE_URL: 'https://essays.example' })
    const lines: string[] = []
    await seedWhenEmpty(config, (line) => lines.push(line), { onlyMembers: true })
    expect(lines.join()).not.toContain(knownPassword)
    expect(await knownAt(dataDir)).toBe(0)
    await (await startServer(config, options)).close()
  } finally {
    await place.remove()
  }
}, 300_000)

test('a store seeded at home does not start in public until its published passwords are changed', async () => {
  const place = await sqlitePlace()
  const { dataDir } = place.address
  try {
    const home = readConfig({ PORT: '0', DATA_DIR: dataDir })
    await seedWhenEmpty(home, () => undefined, { onlyMembers: true })
    expect(await knownAt(dataDir)).toBeGreaterThan(10)
    await (await startServer(home, options)).close()
    for (const open of [{ SITE_URL: 'https://essays.example' }, { HOST: '0.0.0.0' }]) {
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...open })
      await expect(startServer(config, options)).rejects.toThrow(/npm run example-passwords/u)
    }
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const writer = inProcessWriter(store, serverRegistry)
    const changed = await changeKnownPasswords(store, writer, passwords)
    await writer.close()
    await store.close()
    expect(changed.map(({ userName }) => userName)).toContain('marit')
    expect(new Set(changed.map(({ password }) => password)).size).toBe(changed.length)
    expect(await knownAt(dataDir)).toBe(0)
    await (await startServer(readConfig({ PORT: '0', DATA_DIR: dataDir, SITE_URL: 'https://essays.example' }), options)).close()
  } finally {
    await place.remove()
  }
}, 300_000)
