/**
 * Several tabs of one profile: one of them speaks with the server, for all; when it goes, another
 * takes over, and nothing is said twice.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allSent, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { commentWith, sendComment } from './support/thread.ts'

test('three tabs hold one socket; when the tab that has it is closed another takes over, and each mutation goes once', async ({ site }) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  const sockets = new Map<Page, number>()
  reader.context.on('page', (page) => countSockets(page))
  const countSockets = (page: Page) => {
    sockets.set(page, 0)
    page.on('websocket', (socket) => {
      sockets.set(page, (sockets.get(page) ?? 0) + 1)
      socket.on('close', () => sockets.set(page, (sockets.get(page) ?? 1) - 1))
    })
    page.on('close', () => sockets.delete(page))
  }
  countSockets(reader.page)
  const open = () => [...sockets].filter(([, count]) => count > 0)
  const isOne = async () => open().length === 1 && open()[0]?.[1] === 1

  await signIn(reader.page, 'lina')
  await visit(reader.page, essay)
  const tabs = [reader.page, await reader.context.newPage(), await reader.context.newPage()]
  for (const tab of tabs.slice(1)) {
    await tab.goto(essay)
    await alive(tab)
  }
  await until(isOne, 'one socket')
  const leader = open()[0]?.[0]
  const [follower, other] = tabs.filter((tab) => tab !== leader)
  if (leader === undefined || follower === undefined || other === undefined) throw new Error('no leader')

  // Done in a tab that has no socket, it goes, and the others see it.
  await sendComment(follower, 'From a tab that follows.')
  await allSent(follower)
  await commentWith(leader, 'From a tab that follows.').waitFor({ state: 'attached' })
  await expect.poll(() => isOne()).toBe(true)

  // The leader is closed in the middle of it.
  await sendComment(follower, 'While the leader was leaving.')
  await leader.close()
  await until(isOne, 'another tab has the socket')
  await allSent(follower)
  await sendComment(other, 'After it had gone.')
  await allSent(other)
  for (const words of ['From a tab that follows.', 'While the leader was leaving.', 'After it had gone.']) {
    expect(rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(words))).toHaveLength(1)
    for (const tab of [follower, other]) await until(async () => (await commentWith(tab, words).count()) === 1, `${words} once in each tab`)
  }
  await expect.poll(() => isOne()).toBe(true)
})
