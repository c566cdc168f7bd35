import { describe, expect, test } from 'vitest'
import { TestDevice } from '#server/testing/test-device.ts'
import { comments } from '#shared/comments/schema.ts'
import { idOf, paragraph, publishArgs } from '#shared/testing/factories.ts'
import { ada, aScene, ben, bookmarking, commenting, eve, post, thread, voting } from './testing/sync-scene.ts'

describe('the greeting', () => {
  test('is answered with where the device’s count stands', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello()
    expect(device.heard[0]).toMatchObject({ t: 'welcome', lastMutation: 0, open: [], build: 'b1', viewer: { kind: 'member', userId: ben } })
    await device.push({ n: 1, ...voting(1) })
    await device.settled()
    device.reconnect()
    await device.hello()
    expect(device.of('welcome')).toMatchObject([{ lastMutation: 1, epoch: scene.core.store.meta.epoch }])
  })

  test('comes first: anything else before it ends the conversation', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.push({ n: 1, ...voting(1) })
    expect(device.closedWith).toBe('malformed')
    expect(device.of('result')).toEqual([])
  })

  test('without a session is told to sign in; on another account’s device, that it is not theirs', async () => {
    const scene = await aScene()
    const nobody = new TestDevice(scene.subscriptionManager, { id: idOf(9_009), account: null })
    await nobody.hello(thread)
    expect([nobody.closedWith, nobody.heard]).toEqual(['auth', [{ t: 'bye', code: 'auth', afterMs: 0, spreadMs: 0 }]])
    await scene.device(ben).hello()
    const forged = scene.device(eve)
    await forged.hello(thread)
    expect([forged.closedWith, forged.of('welcome'), forged.of('page')]).toEqual(['account', [], []])
  })

  test('in an older protocol is asked to renew itself', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.say({ t: 'hello', proto: 0, schema: 1, device: device.id, shapes: [] })
    expect(device.closedWith).toBe('version')
    const newer = scene.device(ben)
    await newer.say({ t: 'hello', proto: 1, schema: 0, device: newer.id, shapes: [] })
    expect(newer.closedWith).toBe('version')
  })
})

describe('a followed thread', () => {
  test('comes whole, with the faces of those who wrote it, and then what changes', async () => {
    const scene = await aScene()
    await scene.core.must({ ...commenting(10), userId: ben })
    const device = scene.device(eve)
    await device.hello(thread)
    expect([device.ids(thread, 'posts'), device.ids(thread, 'comments')]).toEqual([[post], [idOf(10)]])
    expect([...device.cards.keys()].toSorted()).toEqual([ada, ben])
    await scene.core.must({ ...commenting(11), userId: ada })
    await device.settled()
    expect(device.ids(thread, 'comments')).toEqual([idOf(10), idOf(11)])
    expect(device.of('page').at(-1)).toMatchObject({ more: false, cards: [] })
  })

  test('is continued from where the device stood', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread)
    await scene.core.must({ ...commenting(10), userId: ben })
    await scene.core.must({ ...commenting(11), userId: ada })
    const { cursor } = device.shapes.get(thread) ?? { cursor: -1 }
    device.reconnect()
    await device.hello()
    expect(device.of('page')[0]).toMatchObject({ from: cursor })
    expect(device.ids(thread, 'comments')).toEqual([idOf(10), idOf(11)])
  })

  test('sends no page when nothing has changed', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread)
    await scene.core.must({ ...bookmarking(), userId: ben })
    device.reconnect()
    await device.hello()
    expect(device.of('page')).toEqual([])
  })

  test('of a thousand comments comes in parts, and what is written meanwhile is not lost', async () => {
    const scene = await aScene()
    const write = (from: number, to: number) =>
      scene.core.store.write(async ({ tx }) => {
        const first = await tx.get(comments, idOf(10))
        if (first === undefined) throw new Error('there is no comment')
        for (let n = from; n < to; n += 1)
          await tx.put(comments, { ...first, id: idOf(n), rootId: idOf(n), authorId: n % 2 === 0 ? ada : ben })
      })
    await scene.core.must({ ...commenting(10), userId: ben })
    await write(11, 1_000)
    const device = scene.device(eve, 1, { takes: false })
    await device.hello(thread)
    expect(device.of('page')).toHaveLength(2)
    // Before, amid and behind what has been sent.
    await write(1, 10)
    await write(50, 60)
    await write(1_000, 1_100)
    device.takes = true
    await device.say({ t: 'took', pages: 2 })
    await device.settled()
    expect(device.ids(thread, 'comments')).toHaveLength(1_099)
    const fillings = device.of('page').filter(({ from }) => from === 0)
    expect(fillings.map(({ to, more }) => [to > 0, more])).toEqual([...fillings.slice(1).map(() => [false, true]), [true, false]])
    for (const page of device.of('page')) expect(page.puts.length + page.dels.length).toBeLessThanOrEqual(200)
  })

  test('is sent no faster than it is taken: two pages, and then silence', async () => {
    const scene = await aScene()
    const device = scene.device(eve, 1, { takes: false })
    await device.hello(thread, `me:${eve}`)
    await scene.core.must({ ...commenting(10), userId: ben })
    await device.settled()
    expect(device.of('page')).toHaveLength(2)
    await device.say({ t: 'took', pages: 1 })
    await device.settled()
    expect(device.of('page')).toHaveLength(3)
  })

  test('shows a removed comment’s text, and the texts before it, to its author and nobody else', async () => {
    const scene = await aScene()
    await scene.core.must({ ...commenting(10), userId: ben })
    await scene.core.must({
      name: 'comments.edit',
      args: { id: idOf(10), body: paragraph('Secret second thoughts'), bodyVersion: 1 },
      userId: ben,
    })
    const mine = scene.device(ben)
    const other = scene.device(eve, 2)
    await mine.hello(thread)
    await other.hello(thread)
    expect(other.ids(thread, 'revisions')).toContain(`${idOf(10)}:1`)
    await scene.core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: ben })
    await mine.settled()
    await other.settled()
    expect(JSON.stringify([...(other.shapes.get(thread)?.rows.values() ?? [])])).not.toMatch(/Secret|Comment 10/u)
    expect(other.row(thread, 'comments', idOf(10))).toMatchObject({ removedBy: 'author' })
    expect(JSON.stringify([...(mine.shapes.get(thread)?.rows.values() ?? [])])).toMatch(/Secret/u)
    expect(mine.ids(thread, 'revisions')).toContain(`${idOf(10)}:1`)
    await scene.core.must({ name: 'comments.restore', args: { id: idOf(10) }, userId: ben })
    await other.settled()
    expect(other.ids(thread, 'revisions')).toContain(`${idOf(10)}:1`)
  })

  test('is built once for all who see the same', async () => {
    const scene = await aScene()
    const many = Array.from({ length: 20 }, (_, n) => scene.device(eve, n))
    for (const device of many) await device.hello(thread)
    let reads = 0
    const { read } = scene.core.store
    Object.assign(scene.core.store, { read: (work: never) => ((reads += 1), read(work)) })
    await scene.core.must({ ...commenting(10), userId: ben })
    for (const device of many) await device.settled()
    for (const device of many) expect(device.ids(thread, 'comments')).toEqual([idOf(10)])
    expect(reads).toBeLessThan(many.length)
  })
})

describe('what nobody may follow', () => {
  test.each([
    ['another’s own things', `me:${ada}`],
    ['another’s draft', `draft:${idOf(3)}`],
    ['a draft as a thread', `thread:${idOf(3)}`],
    ['what does not exist', `thread:${idOf(77)}`],
    ['a draft that does not exist', `draft:${idOf(77)}`],
    ['what moderators see', `mod:${post}`],
  ])('%s is dropped, and not a row of it is sent', async (_what, shape) => {
    const scene = await aScene()
    const draft = publishArgs({ id: idOf(3), revisionId: idOf(4), title: 'canary', body: paragraph('canary') })
    await scene.core.must({ name: 'posts.saveDraft', args: draft, userId: ada })
    await scene.core.must({ ...bookmarking(), userId: ada })
    const device = scene.device(eve)
    await device.hello(shape)
    expect(device.of('drop').map((drop) => drop.shape)).toEqual([shape])
    expect(JSON.stringify(device.heard)).not.toContain('canary')
    expect(device.of('page')).toEqual([])
  })

  test('absent and hidden are answered alike', async () => {
    const scene = await aScene()
    await scene.core.must({ name: 'posts.unpublish', args: { id: post }, userId: ada })
    const device = scene.device(eve)
    await device.hello(thread, `thread:${idOf(77)}`, `draft:${post}`, `draft:${idOf(77)}`)
    const why = new Map(device.of('drop').map((drop) => [drop.shape, drop.why]))
    expect(why.get(thread)).toBe(why.get(`thread:${idOf(77)}`))
    expect(why.get(`draft:${post}`)).toBe(why.get(`draft:${idOf(77)}`))
  })

  test('more shapes than a device may follow are refused one by one', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello()
    const cursors = Array.from({ length: 601 }, (_, n) => ({ id: `me:${idOf(20_000 + n)}`, epoch: '', cursor: 0 }))
    // Followed first, judged after: the one above the limit is not even looked at.
    void device.say({ t: 'follow', shapes: cursors.slice(0, 600) })
    await device.say({ t: 'follow', shapes: cursors.slice(600) })
    expect(device.of('drop').some(({ why }) => why === 'too-many')).toBe(true)
  })

  test('a device that goes on following is asked to stop', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello()
    const cursors = Array.from({ length: 600 }, (_, n) => ({ id: `thread:${idOf(20_000 + n)}`, epoch: '', cursor: 0 }))
    for (let round = 0; round < 3; round += 1) await device.say({ t: 'follow', shapes: cursors })
    expect(device.closedWith).toBe('flood')
  })
})
