import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { smallWeb } from './http/testing/small-web.ts'
import { makeLogger } from './http/log.ts'
import { startServer } from './main.ts'
import { sqlitePlace } from './store/testing/each-store.ts'

const web = smallWeb()
const options = { webEntry: { entry: async () => web }, log: makeLogger('silent') }

test('a server starts on any free port, answers, stops, and starts again over the same store', async () => {
  const place = await sqlitePlace()
  try {
    for (let n = 0; n < 2; n += 1) {
      const server = await startServer(readConfig({ PORT: '0', DATA_DIR: place.address.dataDir, SITE_NAME: 'A place' }), options)
      const health = await fetch(`${server.origin}/healthz`)
      expect([health.status, await health.json()]).toMatchObject([200, { ok: true }])
      expect(await (await fetch(`${server.origin}/manifest.webmanifest`)).json()).toMatchObject({ name: 'A place' })
      await Promise.all([server.close(), server.close()])
      await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
    }
  } finally {
    await place.remove()
  }
})

test('a port that is taken stops the start and leaves nothing open', async () => {
  const places = [await sqlitePlace(), await sqlitePlace()]
  const [first, second] = places.map((place) => place.address.dataDir)
  const server = await startServer(readConfig({ PORT: '0', DATA_DIR: first }), options)
  try {
    const { port } = new URL(server.origin)
    await expect(startServer(readConfig({ PORT: port, DATA_DIR: second }), options)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  } finally {
    await server.close()
    for (const place of places) await place.remove()
  }
})
