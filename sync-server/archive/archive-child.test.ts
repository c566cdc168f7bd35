import { fork } from 'node:child_process'
import { expect, test } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { anArchive, aStore } from './testing/archive-scene.ts'
import { ids, plantCommunity } from './testing/community.ts'
import { fetched } from './testing/mirror.ts'

test('killed, it comes back, nothing is missing, and what happened meanwhile is in it', async () => {
  const store = await aStore()
  await plantCommunity(store)
  const { archive, origin } = await anArchive(store)
  await archive.settled()
  const docPath = `/archive/public/posts:${ids.post}`
  expect((await fetched(origin, 'GET', docPath)).status).toBe(200)
  process.kill(archive.child()?.pid() ?? 0, 'SIGKILL')
  await expect.poll(async () => (await archive.status()).state, { interval: 20 }).toBe('down')
  expect(await fetched(origin, 'GET', '/archive/public')).toMatchObject({ status: 503 })
  await store.write(async ({ tx }) => {
    const post = await tx.get(posts, ids.post)
    if (post !== undefined) await tx.put(posts, { ...post, title: 'On neap tides' })
  })
  await archive.settled()
  expect(JSON.parse((await fetched(origin, 'GET', docPath)).text)).toMatchObject({ title: 'On neap tides' })
  expect(archive.child()?.starts()).toBe(2)
  expect((await archive.status()).state).toBe('open')
})

test('one that only crashes is tried again, later each time, and is said to be down', async () => {
  const store = await aStore()
  await plantCommunity(store)
  const crash = () => fork('data:text/javascript,process.exit(7)', [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const { archive, origin, faults } = await anArchive(store, { child: { start: crash, backOffMs: 20 } })
  await expect.poll(() => archive.child()?.starts() ?? 0, { interval: 20 }).toBeGreaterThan(2)
  expect(await archive.status()).toEqual({ state: 'down' })
  expect(await fetched(origin, 'GET', '/archive/public')).toMatchObject({ status: 503 })
  expect(String(faults[0])).toContain('ended')
  // It ends at once, though somebody waits for it.
  await archive.close()
})
