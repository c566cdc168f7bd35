import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defineQuery } from '#shared/kernel/query.ts'
import { members } from '#shared/accounts/schema.ts'
import { ofCause } from '#shared/notifications/queries.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'
import { aMember, idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { deliveries } from './tables.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const telling = fileURLToPath(new URL('./testing/notify-until-killed.ts', import.meta.url))
const followers = 450

test('killed between the commit and the last one told, everybody is told exactly once, and what was seen meanwhile stays seen', async () => {
  const place = await productPlace()
  const before = await notifyScene(place.address)
  await before.put({ id: ids.ada, displayName: 'Ada', displayNameKey: 'ada' })
  const all = Array.from({ length: followers }, (_, n) => idOf(10_000 + n))
  await before.store.write(async ({ tx }) => {
    for (const id of all) await tx.put(members, aMember({ id, displayNameKey: id, userNameKey: id, slug: id }))
  })
  await Promise.all(all.map((id) => before.follow(id, 'member', ids.ada, { via: 'emailDaily' })))
  await before.settled()
  await before.close()
  // Told by nobody yet: the next one begins with it.
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
  const args = publishArgs({ id: ids.post, revisionId: ids.revision })
  expect(await writer.apply({ name: 'posts.publish', args, userId: ids.ada, source: 'server' })).toMatchObject({ kind: 'applied' })
  await writer.close()
  await store.close()

  for (const enough of [1, 2, 3]) await untilKilled([place.address.dataDir, String(T0)], enough)
  // It was killed on the way, not before and not afterwards.
  const between = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const soFar = await between.read((read) => read.count(ofCause(`post:${ids.post}`, 10_000)))
  await between.close()
  expect(soFar).toBeGreaterThan(0)
  expect(soFar).toBeLessThan(followers)
  const after = await notifyScene(place.address)
  const cause = `post:${ids.post}`
  const seen = notificationId(idOf(10_000), cause)
  if ((await after.store.read((read) => read.get(notifications, seen))) !== undefined)
    await after.mutation(idOf(10_000), 'notifications.setViewed', { id: seen, isViewed: true })
  const wasSeen = (await after.store.read((read) => read.get(notifications, seen)))?.viewedAt ?? null
  await after.settled()
  const told = await after.store.read((read) =>
    read.getMany(
      notifications,
      all.map((id) => notificationId(id, cause)),
    ),
  )
  expect(told).toHaveLength(followers)
  expect(told[0]?.viewedAt).toBe(wasSeen)
  const due = await after.store.read((read) =>
    read.count(defineQuery({ table: deliveries, index: ['channel', 'dueAt'], equals: ['email'], order: 'ascending', limit: 10_000 })),
  )
  expect(due).toBe(followers)
  await after.close()
  await place.remove()
})

/** Kills it once it has said so many lines. */
async function untilKilled(args: readonly string[], enough: number): Promise<void> {
  const child = spawn(process.execPath, [telling, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 100_000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk
    if (said.split('\n').length > enough) child.kill('SIGKILL')
  }
}
