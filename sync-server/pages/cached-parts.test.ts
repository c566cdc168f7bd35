import { beforeEach, expect, test } from 'vitest'
import { CachedParts } from './cached-parts.ts'

let now = 0
let parts: CachedParts
let made = 0
beforeEach(() => {
  now = 1_000
  made = 0
  parts = new CachedParts({ now: () => now, maxBytes: 100_000, maxAgeMs: 60_000 })
})

/** A part made from one row; its value counts up with each making. */
const asked = (key: string, row: string, meanwhile: () => void | Promise<void> = () => undefined, bytes = 10) => ({
  key,
  async make(dependsOn: Set<string>) {
    dependsOn.add(row)
    await meanwhile()
    made += 1
    return made
  },
  bytesOf: () => bytes,
})

test('a part is made once until something it was made from changes, or it has grown old', async () => {
  const value = async () => (await parts.answer(asked('a', 'posts/1'))).value
  expect([await value(), await value()]).toEqual([1, 1])
  parts.drop(['posts/2'])
  expect(await value()).toBe(1)
  parts.drop(['posts/1'])
  expect(await value()).toBe(2)
  now += 60_001
  expect(await value()).toBe(3)
})

test('who asks for what is being made waits for it', async () => {
  const both = await Promise.all([parts.answer(asked('a', 'posts/1')), parts.answer(asked('a', 'posts/1'))])
  expect(both.map(({ value }) => value)).toEqual([1, 1])
})

test('what changed while it was made is given and not kept', async () => {
  expect((await parts.answer(asked('a', 'posts/1', () => parts.drop(['posts/1'])))).value).toBe(1)
  expect((await parts.answer(asked('a', 'posts/1'))).value).toBe(2)
  expect((await parts.answer(asked('a', 'posts/1'))).value).toBe(2)
})

test('made from a snapshot that is older than a change it is not kept, and whoever came after the change gets another', async () => {
  await parts.during(async (dropped) => {
    parts.drop(['posts/1'])
    const old = parts.answer(asked('a', 'posts/1'), dropped)
    const young = parts.answer(asked('a', 'posts/1'))
    expect([(await old).value, (await young).value]).toEqual([1, 2])
  })
  expect((await parts.answer(asked('a', 'posts/1'))).value).toBe(2)
})

test('a failure is told to all who wait, and the next one tries again', async () => {
  const failing = asked('a', 'posts/1', () => Promise.reject(new Error('no disk')))
  await expect(Promise.all([parts.answer(failing), parts.answer(failing)])).rejects.toThrow('no disk')
  expect((await parts.answer(asked('a', 'posts/1'))).value).toBe(1)
})

test('memory is bounded: what was used longest ago goes, and leaves nothing behind', async () => {
  for (let n = 0; n < 50; n += 1) {
    await parts.answer(asked(`part ${n}`, `posts/${n}`, undefined, 9_000))
    await parts.answer(asked('part 0', 'posts/0', undefined, 9_000))
  }
  expect(parts.stats.bytes).toBeLessThanOrEqual(100_000)
  expect(parts.stats.keys).toBe(parts.stats.parts)
  made = 0
  await parts.answer(asked('part 0', 'posts/0'))
  expect(made).toBe(0)
  parts.drop(Array.from({ length: 50 }, (_, n) => `posts/${n}`))
  expect(parts.stats).toEqual({ parts: 0, bytes: 0, keys: 0 })
})
