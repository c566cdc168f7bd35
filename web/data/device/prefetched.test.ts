import { afterEach, expect, test } from 'vitest'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import type { PageAnswer } from '../answer.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import { testBrowser } from './testing/browser.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const me = idOf(7)
const opened: AccountDevice[] = []
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})

async function openDevice() {
  const browser = testBrowser()
  const device = await openAccountDevice(me, browser.ports)
  opened.push(device)
  await device.setMe({ viewer: member(me), name: 'Mia', slug: 'mia', votes: [] })
  return { browser, device }
}

const answer = (title: string): PageAnswer => ({
  kind: 'page',
  status: 200,
  showing: '/posts/:postId/:slug?',
  head: { title },
  page: { text: 'x'.repeat(1_000) },
  bodies: {},
  form: null,
  problem: null,
  me: null,
})

test('what was prefetched and never opened is counted apart, leaves before what was visited, and after a week by itself', async () => {
  const { browser, device } = await openDevice()
  await device.settings.set({ budget: 5_000 })
  await device.answers.keep('/visited', answer('visited'))
  for (let at = 0; at < 8; at += 1) {
    browser.state.now = T0 + (at + 1) * 1_000
    await device.answers.keep(`/a${at}`, answer(`a${at}`), 'prefetched')
  }
  const ids = () => device.held().then((held) => held.map(({ id }) => id))
  expect(await ids()).toContain('/visited')
  expect(await ids()).not.toContain('/a0')
  expect((await device.sizes()).byClass.prefetched).toBeGreaterThan(1_000)
  browser.state.now = T0 + 8 * dayMs
  await device.settings.set({ pictures: true })
  expect(await ids()).toContain('/visited')
  expect((await device.sizes()).byClass.prefetched).toBe(0)
})

test('a prefetched thread counts as visited once it is opened, and is not prefetched any more', async () => {
  const { device } = await openDevice()
  const keepOf = async (id: string) => (await device.held()).find((thing) => thing.id === id)?.keep
  await device.follow(`thread:${idOf(77)}`, 'prefetched')
  expect(await keepOf(`thread:${idOf(77)}`)).toBe('prefetched')
  await device.follow(`thread:${idOf(77)}`)
  await device.follow(`thread:${idOf(77)}`, 'prefetched')
  expect(await keepOf(`thread:${idOf(77)}`)).toBe('visited')
})
