import { expect, test } from 'vitest'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { hashOf } from '#server/features/accounts/tokens.ts'
import { readConfig } from '#server/config.ts'
import { smallWeb } from '#server/http/testing/small-web.ts'
import { makeLogger } from '#server/http/log.ts'
import { startServer } from '#server/main.ts'
import { seedWhenEmpty } from '#server/seed-when-empty.ts'
import { openStore } from '#server/store/open-store.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { accountsWithKnownPassword, endKnownPasswords, knownPassword, passwordLinksFor } from './example-passwords.ts'

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

async function resetBy(dataDir: string, token: string) {
  const store = await openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry)
  try {
    const args = { tokenHash: hashOf(token), passwordHash: await passwords.hash('a password of my own') }
    return await writer.apply({ name: 'accounts.resetPassword', args, userId: null, source: 'server' })
  } finally {
    await writer.close()
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
    // Nor is any other password printed: the administrator sets one by a link, once.
    expect(lines.join()).not.toContain('the password of each is')
    const [, token = ''] = /^marit: https:\/\/essays\.example\/resetPassword\/([\w-]{43})$/mu.exec(lines.join('\n')) ?? []
    expect(await resetBy(dataDir, token)).toMatchObject({ kind: 'applied' })
    expect(await resetBy(dataDir, token)).toMatchObject({ kind: 'rejected', error: { code: 'token-invalid' } })
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
    const changed = await endKnownPasswords(store, writer, passwords)
    expect((await passwordLinksFor(store, writer, ['teo', 'nobody'])).map(({ userName }) => userName)).toEqual(['teo'])
    await writer.close()
    await store.close()
    expect(changed.map(({ userName }) => userName)).toContain('marit')
    expect(new Set(changed.map(({ path }) => path)).size).toBe(changed.length)
    expect(await knownAt(dataDir)).toBe(0)
    await (await startServer(readConfig({ PORT: '0', DATA_DIR: dataDir, SITE_URL: 'https://essays.example' }), options)).close()
  } finally {
    await place.remove()
  }
}, 300_000)
