import { afterEach, describe, expect, test } from 'vitest'
import { setPostDetail } from '#shared/posts/mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, member } from '#shared/testing/factories.ts'
import { outbox } from '../outbox.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import type { DevicePorts } from './device-ports.ts'
import { createLoosePage } from './testing/pages.ts'
import { testBrowser } from './testing/browser.ts'

const me = idOf(7)
const meAnswer = { viewer: member(me), name: 'Mia', slug: 'mia', votes: [] }

const opened: AccountDevice[] = []
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})

async function open(ports: DevicePorts): Promise<AccountDevice> {
  const device = await openAccountDevice(me, ports)
  opened.push(device)
  return device
}

describe('a title that was set elsewhere since', () => {
  async function withConflict() {
    const browser = testBrowser()
    const device = await open(browser.ports)
    const other = await open(browser.ports)
    for (const each of [device, other]) await each.setMe(meAnswer)
    await device.follow(`thread:${idOf(1)}`)
    const { core } = browser.syncs[0] ?? {}
    if (core !== undefined) await createLoosePage(core)(`thread:${idOf(1)}`, [['posts', aPost({ authorId: me, title: 'Flow' })]])
    const detail = { field: 'title', value: 'Tide', base: 'Ebb' } as const
    expect(await device.commit(setPostDetail, { id: idOf(1), detail })).toEqual({ n: null })
    return { browser, device, other }
  }
  const asked = [{ name: 'posts.setDetail', about: [`post:${idOf(1)}:title`], error: { code: 'conflict', field: 'title' } }]

  test('is not overwritten: the other one is kept, is unsent, and is there after a restart', async () => {
    const { browser, device } = await withConflict()
    expect(await device.read.get(posts, idOf(1))).toMatchObject({ title: 'Flow' })
    expect(outbox.get()).toMatchObject({ waiting: [], refused: asked })
    device.close()
    const again = await open(browser.ports)
    expect(await again.unsentCount()).toMatchObject({ queued: 0, refused: 1 })
    expect(outbox.get().refused).toMatchObject(asked)
  })

  test('is decided in any tab', async () => {
    const { other, device } = await withConflict()
    const [item] = outbox.get().refused
    await other.outbox.retry(item?.n ?? 0, { id: idOf(1), detail: { field: 'title', value: 'Tide', base: 'Flow' } })
    await expect.poll(() => device.unsentCount()).toMatchObject({ queued: 1, refused: 0 })
    expect(await other.read.get(posts, idOf(1))).toMatchObject({ title: 'Flow' })
  })
})
