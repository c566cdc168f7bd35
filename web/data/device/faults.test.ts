import { IDBFactory, IDBObjectStore, forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { postComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { deviceState } from '../device-state.ts'
import { outbox } from '../outbox.ts'
import type { AccountDevice } from './account-device.ts'
import type { DevicePorts } from './device-ports.ts'
import { openAccountDevice } from './account-device.ts'
import { testBrowser } from './testing/browser.ts'
import { emptyBrowser, openStore } from './testing/stores.ts'

/** What browsers do to a database, by their own errors. */

const me = idOf(7)
const meAnswer = { viewer: member(me), name: 'Mia', slug: 'mia', votes: [] }
const mine = (id: number) => ({ id: idOf(id), postId: idOf(1), parentId: null, body: paragraph(`text ${id}`) })

const opened: AccountDevice[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const device of opened.splice(0)) device.close()
})

async function open(ports: DevicePorts): Promise<AccountDevice> {
  const device = await openAccountDevice(me, ports)
  opened.push(device)
  await device.setMe(meAnswer)
  device.hint(posts, aPost())
  return device
}

/** Every put is refused for want of room, as often as `times`. */
function fillDisk(times: number): void {
  const put = IDBObjectStore.prototype.put
  let left = times
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(this: IDBObjectStore, ...given: Parameters<typeof put>) {
    if (left === 0) return put.apply(this, given)
    left -= 1
    throw new DOMException('no room', 'QuotaExceededError')
  })
}

/** Handles on the databases that are open, to take them away. */
function watchedBrowser() {
  const databases = emptyBrowser()
  const handles: { db: unknown; name: string }[] = []
  const openDatabase = databases.open.bind(databases)
  vi.spyOn(databases, 'open').mockImplementation((name: string, version?: number) => {
    const request = openDatabase(name, version)
    request.addEventListener('success', () => handles.push({ db: request.result, name }))
    return request
  })
  return { databases, handles }
}

const answerOf = (text: string) => ({ kind: 'page', head: { title: 'x' }, page: { text } }) as never

describe('no room', () => {
  test('what may go makes room, and the mutation is on disk all the same', async () => {
    const browser = testBrowser()
    const device = await open(browser.ports)
    await device.answers.keep('/old', answerOf('x'.repeat(9_999)))
    fillDisk(1)
    await device.commit(postComment, mine(20))
    expect(deviceState.get()).toMatchObject({ status: 'open', trouble: null })
    expect(await device.answers.get('/old')).toBeUndefined()
    device.close()
    const again = await open(browser.ports)
    await expect.poll(() => again.read.get(comments, idOf(20))).toBeDefined()
  })

  test('when nothing helps, work goes on in memory with clear words, under another device id, and what was on disk stays there', async () => {
    const browser = testBrowser()
    const device = await open(browser.ports)
    await device.commit(postComment, mine(20))
    fillDisk(Infinity)
    await device.commit(postComment, mine(21))
    expect(deviceState.get()).toMatchObject({ status: 'memory', trouble: { kind: 'full' } })
    expect(await device.read.get(comments, idOf(21))).toBeDefined()
    await device.drafts.save('comment:x:', { text: 'half' }, T0)
    expect(await device.drafts.get('comment:x:')).toBeDefined()
    // Its own conversation with the server: sent at once, beside the other tabs'.
    expect(browser.syncs.map(({ account }) => account)).toEqual([me, expect.stringContaining(`${me}:memory:`)])
    vi.restoreAllMocks()
    device.close()
    const again = await open(browser.ports)
    expect(outbox.get().waiting).toMatchObject([{ args: { id: idOf(20) } }])
    await expect.poll(() => again.read.get(comments, idOf(20))).toBeDefined()
  })
})

describe('a lost database', () => {
  test('is opened again, and what this tab still knows of the queue goes in again', async () => {
    const { databases, handles } = watchedBrowser()
    const browser = testBrowser(databases)
    const device = await open(browser.ports)
    await device.commit(postComment, mine(20))
    const { db, name } = handles.find((handle) => handle.name.endsWith(me)) ?? {}
    // Its types ask for the class where it takes an open database.
    forceCloseDatabase(db as never)
    await new Promise((resolve) => databases.deleteDatabase(name ?? '').addEventListener('success', resolve))
    device.hint(posts, aPost())
    await device.commit(postComment, mine(21))
    await expect.poll(() => deviceState.get().trouble).toMatchObject({ kind: 'lost', lostCount: 0 })
    await expect.poll(async () => (await device.unsentCount()).queued).toBe(2)
    await expect.poll(() => outbox.get().waiting.map(({ args }) => args)).toMatchObject([{ id: idOf(21) }, { id: idOf(20) }])
  })

  test('with unsent work in it is told at the next start, with how much', async () => {
    const browser = testBrowser()
    const device = await open(browser.ports)
    await device.commit(postComment, mine(20))
    await device.drafts.save('comment:x:', { text: 'half' }, T0)
    await expect.poll(() => browser.kept.get(`device-mark:${me}`)).toBe('2')
    device.close()
    const databases = new IDBFactory()
    const ports: DevicePorts = { ...testBrowser(databases).ports, marker: browser.ports.marker }
    await open(ports)
    expect(deviceState.get().trouble).toMatchObject({ kind: 'lost', lostCount: 2 })
    opened.pop()?.close()
    await open(ports)
    expect(deviceState.get().trouble).toBeNull()
  })
})

describe('a database that does not answer', () => {
  test('within five ticks is given up for memory', async () => {
    const silent = new IDBFactory()
    vi.spyOn(silent, 'open').mockImplementation(() => new EventTarget() as never)
    const device = await openAccountDevice(me, { ...testBrowser(silent).ports, tickMs: 1 })
    opened.push(device)
    expect(deviceState.get()).toMatchObject({ status: 'memory', trouble: { kind: 'stuck' } })
  })

  test('is said not to be there where the browser has none', async () => {
    const device = await openAccountDevice(me, { ...testBrowser().ports, indexedDB: null })
    opened.push(device)
    expect(deviceState.get()).toMatchObject({ status: 'memory', trouble: { kind: 'none' } })
  })
})

describe('versions', () => {
  test('another tab that holds an old one open is asked to let go', async () => {
    const databases = emptyBrowser()
    const old = databases.open('lyceum:test', 1)
    await new Promise((resolve) => old.addEventListener('success', resolve))
    const store = await openStore(databases, { tickMs: 5, onBlocked: () => old.result.close() })
    expect(await store.read((tx) => tx.meta.all())).toEqual([])
    store.close()
  })

  test('a tab that is asked to let go does so and says that it must be reloaded', async () => {
    const browser = testBrowser()
    const device = await open(browser.ports)
    browser.ports.tabs(`lyceum:${me}`).post({ kind: 'let-go' })
    expect(deviceState.get()).toMatchObject({ status: 'lost', trouble: { kind: 'closed' } })
    await expect(device.commit(postComment, mine(20))).rejects.toMatchObject({ kind: 'closed' })
  })
})
