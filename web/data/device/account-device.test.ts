import { afterEach, describe, expect, test } from 'vitest'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Row } from '#shared/kernel/table.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { posts } from '#shared/posts/schema.ts'
import { createSequence, putPostInSequence, setSequenceDetail } from '#shared/sequences/mutations.ts'
import { chapters, sequences } from '#shared/sequences/schema.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { bookmarksOf } from '#shared/reading/queries.ts'
import { aComment, aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { deviceState } from '../device-state.ts'
import { marks } from '../marks.ts'
import { outbox } from '../outbox.ts'
import type { PageAnswer } from '../answer.ts'
import type { AccountDevice } from './account-device.ts'
import type { DevicePorts } from './device-ports.ts'
import { openAccountDevice } from './account-device.ts'
import { databaseOf } from './database-of.ts'
import { readCurrent, writeCurrent } from './current-account.ts'
import { localReader } from './local-reader.ts'
import { deviceOpener } from './open-device.ts'
import { createLoosePage } from './testing/pages.ts'
import { testBrowser } from './testing/browser.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const me = idOf(7)
const meAnswer = { viewer: member(me), name: 'Mia', slug: 'mia', votes: [] }
const nobody = { viewer: visitor, name: null, slug: null, votes: [] }
const mine = (id: number, parentId: string | null = null) => ({ id: idOf(id), postId: idOf(1), parentId, body: paragraph(`text ${id}`) })

const nothingChanged = { shapes: [], rows: [], queued: [], left: [], taken: [], isRefusedChanged: false, meta: [], places: [], rooms: [] } // oxfmt-ignore

const opened: AccountDevice[] = []
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})

async function open(ports: DevicePorts, account: string | null = me): Promise<AccountDevice> {
  const device = await openAccountDevice(account, ports)
  opened.push(device)
  return device
}

/** As a page of the thread, from the server. */
async function bring(browser: ReturnType<typeof testBrowser>, rows: readonly [string, Row][]): Promise<void> {
  const { core } = browser.syncs[0] ?? {}
  if (core !== undefined) await createLoosePage(core)(`thread:${idOf(1)}`, rows)
}

/** A comment on a post that only the page knew, by its hint. */
async function answeredFromHint() {
  const browser = testBrowser()
  const device = await open(browser.ports)
  await device.setMe(meAnswer)
  device.hint(posts, aPost())
  await device.commit(postComment, mine(20))
  return { browser, device }
}

async function withThread() {
  const browser = testBrowser()
  const device = await open(browser.ports)
  await device.setMe(meAnswer)
  await device.follow(`thread:${idOf(1)}`)
  await bring(browser, [
    ['posts', aPost()],
    ['comments', aComment()],
    ['members', aMember()],
  ])
  return { browser, device }
}

const thread = (device: AccountDevice) => device.read.list(commentsOfPost(idOf(1)))

describe('a mutation', () => {
  test('is on disk, shown and marked when it resolves; after a restart it still is', async () => {
    const { browser, device } = await withThread()
    await expect.poll(() => device.holds(`thread:${idOf(1)}`)).toBe(true)
    expect(await device.commit(postComment, mine(20))).toEqual({ n: 1 })
    expect((await thread(device)).map(({ id }) => id)).toEqual([idOf(10), idOf(20)])
    expect(outbox.get().pendingByAbout.get(idOf(20))).toEqual({ kind: 'not-sent-yet' })
    expect(browser.nudges).toContain('queue')
    device.close()
    const again = await open(browser.ports)
    expect((await thread(again)).map(({ id }) => id)).toEqual([idOf(10), idOf(20)])
    expect(outbox.get().waiting).toMatchObject([{ n: 1, name: 'comments.post', canBeCalledBack: true }])
    expect(again.me).toEqual({ name: 'Mia', slug: 'mia' })
  })

  test('takes the draft it was written as along, in its own transaction; refused, it leaves it', async () => {
    const { browser, device } = await withThread()
    const place = `comment:${idOf(1)}:`
    await device.drafts.save(place, { markdown: 'As it was typed.' }, 5)
    await expect(device.commit(postComment, { ...mine(20), postId: idOf(99) }, place)).rejects.toMatchObject({ code: 'not-found' })
    expect(await device.drafts.get(place)).toMatchObject({ values: { markdown: 'As it was typed.' } })
    await device.commit(postComment, mine(20), place)
    device.close()
    expect(await (await open(browser.ports)).drafts.get(place)).toBeUndefined()
  })

  test('that the rules refuse stores nothing', async () => {
    const { device } = await withThread()
    await expect(device.commit(postComment, { ...mine(20), postId: idOf(99) })).rejects.toMatchObject({ code: 'not-found' })
    await expect(device.commit(postComment, { ...mine(20), extra: 1 } as never)).rejects.toMatchObject({ code: 'invalid', field: 'extra' })
    expect(outbox.get().waiting).toEqual([])
    expect(await device.unsentCount()).toEqual({ queued: 0, refused: 0, drafts: 0 })
  })

  test('can be called back while nobody was offered it', async () => {
    const { device } = await withThread()
    await device.commit(postComment, mine(20))
    expect(await device.outbox.callBack(1)).toMatchObject({ id: idOf(20) })
    expect(await device.outbox.callBack(1)).toBeNull()
    expect(await thread(device)).toHaveLength(1)
    expect(outbox.get().waiting).toEqual([])
  })

  test('runs before its thread has come, by a hint from the page', async () => {
    const { device } = await answeredFromHint()
    expect((await thread(device)).map(({ id }) => id)).toEqual([idOf(20)])
  })

  test('that the server has taken stays known where no shape of this device brings it, and is told', async () => {
    const { device, browser } = await answeredFromHint()
    const told: string[] = []
    device.subscribe(({ taken }) => told.push(...taken))
    const { core } = browser.syncs[0] ?? {}
    const { session } = (await core?.greet(null))?.value ?? {}
    if (core === undefined || session === undefined) throw new Error('no sync')
    await core.offer(session)
    const result = {
      t: 'result',
      n: 1,
      outcome: 'applied',
      seq: 7,
      shapes: [`thread:${idOf(1)}`],
      error: null,
      afterMs: null,
      current: null,
    } as const
    await core.takeResults(session, [result])
    await expect.poll(() => outbox.get().waiting).toEqual([])
    expect(told).toContain(`comments/${idOf(20)}`)
    expect((await thread(device)).map(({ id }) => id)).toEqual([idOf(20)])
  })

  test('that is called back is not told as taken, and gone', async () => {
    const { device } = await withThread()
    const told: string[] = []
    device.subscribe(({ taken }) => told.push(...taken))
    await device.commit(postComment, mine(20))
    await device.outbox.callBack(1)
    expect(await thread(device)).toHaveLength(1)
    expect(told).toEqual([])
  })

  test('of the same key replaces the one before', async () => {
    const { device } = await withThread()
    const vote = (value: 1 | -1) => device.commit(setVote, { targetKind: 'comment', targetId: idOf(10), axis: 'approval', value })
    await vote(1)
    await vote(-1)
    expect(outbox.get().waiting).toHaveLength(1)
    expect(outbox.get().pendingByAbout.get(`vote:${idOf(10)}:approval`)).toBeDefined()
  })
})

describe('rows', () => {
  test('are permitted for the viewer, and the same objects while nothing changes', async () => {
    const { browser, device } = await withThread()
    await bring(browser, [['comments', aComment({ id: idOf(11), removedBy: 'moderator', postedAt: T0 + 1 })]])
    await expect.poll(() => thread(device)).toHaveLength(2)
    const before = await thread(device)
    expect(before[1]?.body.content).toEqual([])
    await device.commit(postComment, mine(20))
    const after = await thread(device)
    expect(before.map((row) => after.includes(row))).toEqual([true, true])
  })

  test('tell whoever listens what has changed', async () => {
    const { browser, device } = await withThread()
    const heard: string[] = []
    device.subscribe(({ rows, shapes }) => heard.push(...rows, ...shapes))
    await device.commit(postComment, mine(20))
    expect(heard).toContain(`comments/${idOf(20)}`)
    await bring(browser, [['comments', aComment({ replyCount: 3 })]])
    expect(heard).toContain(`thread:${idOf(1)}`)
    expect(await device.read.get(comments, idOf(10))).toMatchObject({ replyCount: 3 })
  })
})

describe('two tabs', () => {
  test('see each other’s mutations, drafts and pages', async () => {
    const { browser, device: first } = await withThread()
    const second = await open(browser.ports)
    const places: string[] = []
    second.subscribe((changed) => places.push(...changed.places))
    await first.commit(postComment, mine(20))
    await expect.poll(async () => (await thread(second)).map(({ id }) => id)).toEqual([idOf(10), idOf(20)])
    await second.commit(postComment, mine(21, idOf(20)))
    await expect.poll(async () => (await thread(first)).map(({ id }) => id)).toEqual([idOf(10), idOf(20), idOf(21)])
    await first.drafts.save('comment:x:', { text: 'half' }, T0)
    await expect.poll(() => places).toContain('comment:x:')
    expect(await second.drafts.get('comment:x:')).toMatchObject({ values: { text: 'half' } })
  })

  test('let go together when one is wiped, and nothing of the person stays', async () => {
    const { browser, device: first } = await withThread()
    const second = await open(browser.ports)
    await first.commit(postComment, mine(20))
    expect([...browser.kept.keys()]).toEqual([`device-mark:${me}`])
    await first.wipe()
    expect(second.isClosed()).toBe(true)
    expect(browser.state.left).toBe(1)
    expect((await browser.databases.databases()).map(({ name }) => name)).toEqual([])
    expect([...browser.kept.keys()]).toEqual([])
    expect(outbox.get().waiting).toEqual([])
    expect(marks.get().isKnown).toBe(false)
  })
})

describe('drafts', () => {
  test('are kept per place, binned for 30 days, restored, and gone once sent', async () => {
    const { browser, device } = await withThread()
    await device.drafts.save('a', { text: 'one' }, T0)
    await device.drafts.save('b', { text: 'two' }, T0 + 1)
    await device.drafts.forget('a', 'discarded')
    expect(await device.drafts.get('a')).toBeUndefined()
    expect((await device.drafts.list()).map(({ place, binnedAt }) => [place, binnedAt])).toEqual([
      ['b', null],
      ['a', T0],
    ])
    await device.drafts.restore('a')
    expect(await device.drafts.get('a')).toMatchObject({ values: { text: 'one' } })
    await device.drafts.forget('a', 'sent')
    await device.drafts.forget('b', 'discarded')
    browser.state.now = T0 + 31 * dayMs
    expect(await device.drafts.list()).toEqual([])
    expect(browser.state.persistAsked).toBe(1)
  })

  test('of words that another tab keeps while this one still opens the device, nothing goes wrong', async () => {
    const browser = testBrowser()
    const database = databaseOf(me)
    const change = { ...nothingChanged, places: ['a'] }
    const opening = open(browser.ports)
    const other = browser.ports.tabs(database)
    for (let n = 0; n < 40; n += 1) {
      other.post({ kind: 'changed', change })
      await Promise.race([opening, new Promise((resolve) => setTimeout(resolve))])
    }
    await opening
    await expect.poll(() => browser.state.persistAsked).toBe(1)
    expect(browser.reports).toEqual([])
  })

  test('emptied by hand is gone', async () => {
    const { device } = await withThread()
    await device.drafts.save('a', { text: 'one' }, T0)
    await device.drafts.save('a', { text: ' ' }, T0)
    expect(await device.drafts.list()).toEqual([])
  })
})

describe('whose device it is', () => {
  test('a visitor’s marks and drafts go into the account at sign-in, and nothing of the account is left to the next', async () => {
    const browser = testBrowser()
    const openDevice = deviceOpener(browser.ports)
    const visitors = await openDevice(nobody)
    visitors.hint(posts, aPost())
    expect(await visitors.commit(setBookmark, { targetKind: 'post', targetId: idOf(1), isSaved: true })).toEqual({ n: null })
    expect(marks.get().saved.has(idOf(1))).toBe(true)
    expect(await visitors.read.list(bookmarksOf(localReader, 9))).toHaveLength(1)
    await expect(visitors.commit(postComment, mine(20))).rejects.toMatchObject({ reason: 'sign-in-first' })
    await visitors.drafts.save('comment:x:', { text: 'half' }, T0)

    const account = await openDevice(meAnswer)
    opened.push(account as AccountDevice)
    expect(account.account).toBe(me)
    expect(outbox.get().waiting).toMatchObject([{ name: 'bookmarks.set' }])
    expect(await account.drafts.get('comment:x:')).toBeDefined()
    expect(await openDevice(meAnswer)).toBe(account)
    // The session has ended: the work waits for the same account.
    expect(await openDevice(nobody)).toBe(account)
    expect(deviceState.get().link).toBe('auth')

    const other = await openDevice({ ...meAnswer, viewer: member(idOf(8)) })
    opened.push(other as AccountDevice)
    expect(outbox.get().waiting).toEqual([])
    expect(await other.drafts.list()).toEqual([])
    expect(browser.reports).toEqual([])
    expect(await readCurrent(browser.ports.indexedDB ?? indexedDB)).toMatchObject({ account: idOf(8), database: `lyceum:${idOf(8)}` })

    await (await openDevice(meAnswer)).unsentCount().then((count) => expect(count).toMatchObject({ queued: 1, drafts: 1 }))
    opened.push((await openDevice(null)) as AccountDevice)
  })
})

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

describe('what is kept', () => {
  test('finished pages come back with their time and are counted; a shape that leaves takes its own along', async () => {
    const { device } = await withThread()
    const address = `/posts/${idOf(1)}/on-tides`
    await device.screens.keep({ address, html: '<p>', headers: {}, build: 'b1' }, answer('On tides'))
    await device.answers.keep('/', answer('Front'))
    expect(await device.answers.get(address)).toMatchObject({ at: T0, answer: { head: { title: 'On tides' } } })
    const held = await device.held()
    expect(held.find(({ id }) => id === `thread:${idOf(1)}`)).toMatchObject({ title: 'On tides', isComplete: true, keep: 'visited' })
    expect(held.find(({ id }) => id === '/')?.bytes).toBeGreaterThan(1_000)
    expect((await device.sizes()).byKind.pages).toBeGreaterThan(2_000)
    await device.free(`thread:${idOf(1)}`)
    expect((await device.held()).map(({ id }) => id).sort()).toEqual(['/', `me:${me}`, 'search:synonyms'])
    expect(await device.answers.get(address)).toBeUndefined()
    expect(await device.read.get(posts, idOf(1))).toBeUndefined()
    expect(device.holds(`thread:${idOf(1)}`)).toBe(false)
  })

  test('a sequence is begun, told about and filled without a network, and waits to be sent', async () => {
    const { device } = await withThread()
    const [id, chapterId] = [idOf(500), idOf(510)]
    await device.commit(createSequence, { id, chapterId, title: 'On water' })
    for (const value of ['On rivers', 'On tides']) await device.commit(setSequenceDetail, { id, detail: { field: 'title', value } })
    await device.commit(putPostInSequence, { chapterId, postId: idOf(1), beforeId: null })
    expect(await device.read.get(sequences, id)).toMatchObject({ title: 'On tides', isDraft: true, authorId: me })
    expect(await device.read.get(chapters, chapterId)).toMatchObject({ postIds: [idOf(1)] })
    // Of what sets the same thing only the last is kept.
    expect((await device.unsentCount()).queued).toBe(3)
    const unknown = device.commit(putPostInSequence, { chapterId, postId: idOf(999), beforeId: null })
    await expect(unknown).rejects.toMatchObject({ code: 'not-found' })
  })

  test('over the budget, what was used longest ago goes first, pinned threads last; unsent work never', async () => {
    const { browser, device } = await withThread()
    await device.pin(`thread:${idOf(1)}`, true)
    await device.commit(postComment, mine(20))
    await device.settings.set({ budget: 5_000 })
    for (let at = 0; at < 8; at += 1) {
      browser.state.now = T0 + at * 1_000
      await device.answers.keep(`/a${at}`, answer(`a${at}`))
    }
    const ids = (await device.held()).map(({ id }) => id)
    expect(ids).toContain(`thread:${idOf(1)}`)
    expect(ids).toContain('/a7')
    expect(ids).not.toContain('/a0')
    const { total, byClass } = await device.sizes()
    expect(total - byClass.work).toBeLessThanOrEqual(5_000)
    expect(byClass.work).toBeGreaterThan(50)
  })

  test('unsent work can be taken along as text', async () => {
    const { device } = await withThread()
    await device.commit(postComment, mine(20))
    await device.drafts.save('comment:x:', { text: 'half a thought' }, T0)
    const text = await device.exportUnsent()
    expect(text).toContain('half a thought')
    expect(text).toContain('text 20')
    expect(text).toContain(`/posts/${idOf(1)}`)
    expect(JSON.parse(await device.exportAll())).toMatchObject({ rows: { posts: [{ id: idOf(1) }] } })
  })
})

describe('who was here', () => {
  test('is read from a database that somebody opened before it was made', async () => {
    const { databases, ports } = testBrowser()
    const early = databases.open('lyceum', 1)
    await new Promise((resolve) => early.addEventListener('success', resolve))
    early.result.close()
    const factory = ports.indexedDB ?? indexedDB
    await writeCurrent(factory, me)
    expect(await readCurrent(factory)).toEqual({ name: 'account', account: me, database: `lyceum:${me}` })
  })

  test('another account’s unsent work outlives a sign-out, and nothing else does', async () => {
    const browser = testBrowser()
    const openDevice = deviceOpener(browser.ports)
    const theirs = await openDevice({ ...meAnswer, viewer: member(idOf(8)) })
    await theirs.drafts.save('comment:x:', { text: 'half' }, T0)
    await expect.poll(() => browser.kept.size).toBe(1)
    const idle = await openDevice({ ...meAnswer, viewer: member(idOf(9)) })
    expect(idle.account).toBe(idOf(9))
    await (await openDevice(meAnswer)).wipe()
    expect((await browser.databases.databases()).map(({ name }) => name)).toEqual([`lyceum:${idOf(8)}`])
  })
})
