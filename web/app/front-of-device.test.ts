import { describe, expect, test, vi } from 'vitest'
import { setFeedSettings, setHidden } from '#shared/feed/settings-mutations.ts'
import { T0, idOf, member } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { variantAddress, cachedVariantOf } from './front-of-device.ts'
import { pageRoutes } from './routes.ts'

const me = member(idOf(300))
const front = pageRoutes.find(({ path }) => path === '/') ?? null
const request = (address: string) => ({ params: {}, url: new URL(address, 'https://example.org') })
const kept = (filters: string) => ({
  kind: 'page' as const,
  status: 200,
  showing: '/',
  head: { title: null },
  page: { filters, rows: [{ id: idOf(1) }, { id: idOf(2) }] },
  bodies: {},
  form: null,
  problem: null,
  me: null,
})

describe('the front page without a network', () => {
  test('is asked for as its member wants it, what was changed offline included', async () => {
    const tx = memoryTransaction()
    await setFeedSettings.run({ tx, viewer: me, now: T0 }, { filters: 'tides~hidden' })
    await setHidden.run({ tx, viewer: me, now: T0 }, { list: 'front', itemId: idOf(2), isHidden: true, reason: '' })
    const { url } = await variantAddress({ viewer: me, read: tx }, front, request('/?limit=33'), T0)
    expect(url.search).toBe(`?limit=33&filters=tides%7Ehidden&hide=${idOf(2)}`)
  })

  test('of a visitor by this browser’s cookie', async () => {
    vi.stubGlobal('document', { cookie: 'a=b; front=tides~reduced' })
    const { url } = await variantAddress({ viewer: visitor, read: memoryTransaction() }, front, request('/'), T0)
    vi.unstubAllGlobals()
    expect(url.searchParams.get('filters')).toBe('tides~reduced')
  })

  test('is what was kept if the filters are the same, without what was hidden since', () => {
    const shown = cachedVariantOf(kept('tides~hidden'), request(`/?filters=tides~hidden&hide=${idOf(2)}`))
    expect(shown?.page).toMatchObject({ rows: [{ id: idOf(1) }] })
    expect(cachedVariantOf(kept(''), request('/?filters=tides~hidden'))).toBeNull()
    expect(cachedVariantOf(kept(''), request('/'))).toEqual(kept(''))
  })
})
