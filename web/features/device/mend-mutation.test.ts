import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { idOf, member, paragraph } from '#shared/testing/factories.ts'
import type { AccountDevice } from '../../data/device/account-device.ts'
import { openAccountDevice } from '../../data/device/account-device.ts'
import type { DevicePorts } from '../../data/device/device-ports.ts'
import { testBrowser } from '../../data/device/testing/browser.ts'
import { keepAsDraft, mendAndRetry, theirText } from './mend-mutation.ts'
import type { OutboxItem } from '../../data/outbox.ts'

const refused = (args: unknown, current: unknown = null): OutboxItem => ({
  n: 7,
  name: 'comments.edit',
  args,
  at: 0,
  pending: null,
  canBeCalledBack: false,
  about: [],
  error: { code: 'conflict', reason: null, field: 'bodyVersion', retryAfterMs: null },
  refusedAt: 1,
  current,
})

/** A tray in memory, and what was done to it in order. */
function trayOf() {
  const done: unknown[] = []
  return { done, device: { outbox: { retry: async (n: number, args?: unknown) => void done.push(['retry', n, args]) } } }
}

test('an edit that was overtaken is sent again as an edit of what stands now', async () => {
  const { device, done } = trayOf()
  await mendAndRetry(device, refused({ id: 'c', body: paragraph('Mine.'), bodyVersion: 1 }, { bodyVersion: 4 }), null)
  expect(done).toEqual([['retry', 7, { id: 'c', body: paragraph('Mine.'), bodyVersion: 4 }]])
})

test('another text takes the place of the first', async () => {
  const { device, done } = trayOf()
  await mendAndRetry(device, refused({ id: 'c', postId: 'p', parentId: null, body: paragraph('Mine.') }), 'Better.')
  expect(done).toEqual([['retry', 7, { id: 'c', postId: 'p', parentId: null, body: paragraph('Better.') }]])
})

test('a text that no comment may have is refused in words, and nothing is sent', async () => {
  const { device, done } = trayOf()
  expect(await mendAndRetry(device, refused({ id: 'c', body: paragraph('Mine.') }), 'x'.repeat(200_000))).toMatch(/\S/u)
  expect(done).toEqual([])
})

describe('kept as a draft', () => {
  const place = { place: 'comment:p:', field: 'markdown' }
  const devices: AccountDevice[] = []
  afterEach(() => {
    vi.restoreAllMocks()
    for (const device of devices.splice(0)) device.close()
  })

  async function open(ports: DevicePorts): Promise<AccountDevice> {
    const device = await openAccountDevice(idOf(7), ports)
    devices.push(device)
    return device
  }

  /**
   * A tab of a browser in which a comment was refused since something else was begun at its place.
   */
  async function withRefused(begun = 'Newer.') {
    const { ports, syncs } = testBrowser()
    const device = await open(ports)
    await device.setMe({ viewer: member(idOf(7)), name: 'Mia', slug: 'mia', votes: [] })
    if (begun !== '') await device.drafts.save(place.place, { markdown: begun }, 1)
    const args = { id: idOf(20), postId: idOf(1), parentId: null, body: paragraph('Refused.') }
    const error = { code: 'not-allowed', reason: null, field: null, retryAfterMs: null } as const
    const { value: n = -1 } = (await syncs[0]?.core.refuse({ name: 'comments.post', v: 1, key: null, args, at: 1 }, error)) ?? {}
    const read = async (from: AccountDevice) => [
      (await from.drafts.get(place.place))?.values['markdown'],
      (await from.unsentCount()).refused,
    ]
    expect(await read(device)).toEqual([begun === '' ? undefined : begun, 1])
    return { ports, device, n, read }
  }

  test('it stands below what was begun there since, and has left the tray', async () => {
    const { device, n, read } = await withRefused()
    await keepAsDraft(device, n, place, 'Refused.')
    expect(await read(device)).toEqual(['Newer.\n\nRefused.', 0])
  })

  test('where nothing was begun it stands alone, beside what lies in Trash', async () => {
    const { device, n, read } = await withRefused('')
    await device.drafts.save(place.place, { markdown: 'Old.' }, 1)
    await device.drafts.forget(place.place, 'discarded')
    await keepAsDraft(device, n, place, 'Refused.')
    expect(await read(device)).toEqual(['Refused.', 0])
    expect((await device.drafts.list()).map(({ values }) => values['markdown']).toSorted()).toEqual(['Old.', 'Refused.'])
  })

  test('it is in the tray or there, wherever the page ends, and there once in the end', async () => {
    const ways = ['put', 'delete'] as const
    const ends: unknown[] = []
    for (let fuse = 0, isOut = false; !isOut; fuse += 1) {
      const { ports, device, n, read } = await withRefused()
      let left = fuse
      for (const way of ways) {
        const original: (this: IDBObjectStore, ...given: never[]) => IDBRequest = IDBObjectStore.prototype[way]
        vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(function gone(this: IDBObjectStore, ...given: unknown[]) {
          if (left === 0) throw new DOMException('gone', 'AbortError')
          left -= 1
          return original.apply(this, given as never[])
        })
      }
      await keepAsDraft(device, n, place, 'Refused.').catch(() => {})
      isOut = left > 0
      vi.restoreAllMocks()
      device.close()
      const next = await open(ports)
      ends.push(await read(next))
      await keepAsDraft(next, n, place, 'Refused.')
      expect(await read(next)).toEqual(['Newer.\n\nRefused.', 0])
    }
    const [before, after] = [
      ['Newer.', 1],
      ['Newer.\n\nRefused.', 0],
    ]
    expect(ends[0]).toEqual(before)
    expect(ends.at(-1)).toEqual(after)
    for (const end of ends) expect([before, after]).toContainEqual(end)
  })

  test('from another tab, which has not heard that it left the tray, it does not come there again', async () => {
    const { ports, device, n, read } = await withRefused()
    const other = await open(ports)
    await keepAsDraft(device, n, place, 'Refused.')
    await device.drafts.save(place.place, { markdown: 'Newer. Refused, and mended.' }, 2)
    await keepAsDraft(other, n, place, 'Refused.')
    expect(await read(other)).toEqual(['Newer. Refused, and mended.', 0])
  })

  test('from two tabs at once, it comes there once', async () => {
    const { ports, device, n, read } = await withRefused()
    const other = await open(ports)
    await Promise.all([device, other].map((tab) => keepAsDraft(tab, n, place, 'Refused.')))
    expect(await read(device)).toEqual(['Newer.\n\nRefused.', 0])
  })
})

test('what stands in the way is told in its words', () => {
  expect(theirText({ body: { type: 'doc', content: [...paragraph('One.').content, ...paragraph('Two.').content] } })).toBe('One.\n\nTwo.')
  expect(theirText(null)).toBeNull()
})
