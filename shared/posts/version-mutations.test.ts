import { describe, expect, test } from 'vitest'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import type { MemberViewer } from '../kernel/viewer.ts'
import { aPost, idOf, member, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { createPost, publishPost, saveDraft, unpublishPost } from './mutations.ts'
import { revisionsOf } from './queries.ts'
import { posts, revisions } from './schema.ts'
import {
  autoVersionMs,
  dailyAfterMs,
  hourlyAfterMs,
  keepText,
  kindOf,
  saveVersion,
  thinVersions,
  versionsToThin,
} from './version-mutations.ts'

const author = member(idOf(100))
const stranger = member(idOf(300))
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

async function aDraft() {
  const tx = memoryTransaction()
  const by = (viewer: MemberViewer | typeof visitor, now: number) => ({ tx, viewer, now })
  await createPost.run(by(author, T0), { id: idOf(1), revisionId: idOf(2), kind: 'post', lang: 'en' })
  return {
    tx,
    by,
    keep: (n: number, text: string, now: number, more: { readonly authorId?: string; readonly isPoint?: boolean } = {}) =>
      keepText.run(by(visitor, now), { id: idOf(1), revisionId: idOf(n), authorId: author.userId, body: paragraph(text), ...more }),
    save: (n: number, text: string, now: number, note = '', viewer = author) =>
      saveVersion.run(by(viewer, now), { id: idOf(1), revisionId: idOf(n), body: paragraph(text), note }),
    publish: (n: number, text: string, now: number, changes: Readonly<Record<string, unknown>> = {}) =>
      publishPost.run(by(author, now), parseArgs(publishPost, publishArgs({ revisionId: idOf(n), body: paragraph(text), ...changes }))),
    versions: async () => (await revisionsOf(tx, idOf(1))).map(({ version }) => version),
    thin: async (now: number) => {
      const ids = (await tx.list(versionsToThin(now, 100))).map(({ id }) => id)
      await thinVersions.run(by(visitor, now), { ids })
      return ids.length
    },
  }
}

describe('numbers', () => {
  test('the server counts the last number up, a person the middle one, a first publication makes 1.0.0', async () => {
    const { keep, save, publish, versions } = await aDraft()
    await keep(3, 'One.', T0 + 1)
    await save(4, 'One two.', T0 + 2)
    await keep(5, 'One two three.', T0 + 3)
    await publish(6, 'One two three four.', T0 + 4)
    expect(await versions()).toEqual(['1.0.0', '0.2.1', '0.2.0', '0.1.1', '0.1.0'])
  })

  test('an update is minor unless its author says major; drafts in between go on counting theirs', async () => {
    const { keep, publish, versions } = await aDraft()
    await publish(3, 'One.', T0)
    await keep(4, 'Two.', T0 + 1)
    await publish(5, 'Three.', T0 + 2)
    await publish(6, 'Four.', T0 + 3, { level: 'major', note: 'All anew' })
    expect(await versions()).toEqual(['2.0.0', '1.1.0', '0.1.1', '1.0.0', '0.1.0'])
  })

  test('what was taken back and is published again goes on from its last number', async () => {
    const { tx, by, publish, versions } = await aDraft()
    await publish(3, 'One.', T0)
    await unpublishPost.run(by(author, T0 + 1), { id: idOf(1) })
    await publish(4, 'Two.', T0 + 2)
    expect((await versions())[0]).toBe('1.1.0')
    expect(await tx.get(revisions, idOf(4))).toMatchObject({ followsId: idOf(3), updateType: 'minor', isDraft: false })
  })

  test('no number is given twice, however far back the last draft is', async () => {
    const { by, tx, keep, publish, versions } = await aDraft()
    for (let n = 10; n < 30; n++) await publish(n, `Text ${n}.`, T0 + n)
    await keep(40, 'A draft again.', T0 + 50)
    await saveDraft.run(by(author, T0 + 60), parseArgs(saveDraft, publishArgs({ revisionId: idOf(41) })))
    const all = await versions()
    expect(new Set(all).size).toBe(all.length)
    expect((await tx.get(revisions, idOf(41)))?.version).toMatch(/^0[.]/u)
  })
})

describe('posts.keepText', () => {
  test('of five minutes of work one version stays, and what has not changed makes none', async () => {
    const { tx, keep } = await aDraft()
    await keep(3, 'One.', T0 + 1)
    await keep(4, 'One two.', T0 + 2 * minute)
    await keep(5, 'One two.', T0 + 3 * minute)
    await keep(6, 'One two three.', T0 + 4 * minute)
    expect((await revisionsOf(tx, idOf(1))).map(({ id, n }) => [id, n])).toEqual([
      [idOf(6), 2],
      [idOf(2), 1],
    ])
    // Writing on and on does not put it off.
    await keep(7, 'Four.', T0 + 1 + autoVersionMs)
    expect((await revisionsOf(tx, idOf(1))).map(({ n }) => n)).toEqual([3, 2, 1])
    expect(await tx.get(posts, idOf(1))).toMatchObject({ latestRevisionId: idOf(7), wordCount: 1 })
  })

  test('what one wrote does not give way to what another writes', async () => {
    const { tx, keep } = await aDraft()
    await keep(3, 'Mine.', T0 + 1)
    await keep(4, 'Mine. Theirs.', T0 + 2, { authorId: stranger.userId })
    expect((await revisionsOf(tx, idOf(1))).map(({ authorId }) => authorId)).toEqual([stranger.userId, author.userId, author.userId])
  })

  test('the text before much is taken out stays beside what comes next', async () => {
    const { tx, keep } = await aDraft()
    await keep(3, 'A whole chapter.', T0 + 1)
    await keep(4, 'A whole chapter.', T0 + 2, { isPoint: true })
    await keep(5, 'Gone.', T0 + 3)
    expect((await revisionsOf(tx, idOf(1))).map(({ id }) => id)).toEqual([idOf(5), idOf(3), idOf(2)])
  })
})

describe('posts.saveVersion', () => {
  test('keeps the text under a name, once, and takes no part of it away', async () => {
    const { tx, keep, save } = await aDraft()
    await keep(3, 'One.', T0 + 1)
    await save(4, 'One two.', T0 + 2, 'Before the cuts')
    await save(4, 'One two.', T0 + 2, 'Before the cuts')
    await keep(5, 'One.', T0 + 3)
    const all = await revisionsOf(tx, idOf(1))
    expect(all.map((revision) => [kindOf(revision), revision.note])).toEqual([
      ['auto', undefined],
      ['named', 'Before the cuts'],
      ['auto', undefined],
      ['named', undefined],
    ])
  })

  test('who may not write the text keeps nothing, and learns of no draft', async () => {
    const { tx, save } = await aDraft()
    await expect(save(4, 'Mine.', T0, '', stranger)).rejects.toMatchObject({ code: 'not-found' })
    expect(await revisionsOf(tx, idOf(1))).toHaveLength(1)
  })

  test('the id of another text’s version is refused', async () => {
    const { tx, save } = await aDraft()
    await tx.put(posts, aPost({ id: idOf(8) }))
    const [own] = await revisionsOf(tx, idOf(1))
    if (own !== undefined) await tx.put(revisions, { ...own, id: idOf(9), subjectId: idOf(8), postId: idOf(8) })
    await expect(save(9, 'x', T0)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a note of more than 200 characters is refused', () => {
    const args = { id: idOf(1), revisionId: idOf(2), body: paragraph('x'), note: 'x'.repeat(201) }
    expect(() => parseArgs(saveVersion, args)).toThrow(expect.objectContaining({ field: 'note' }))
  })
})

test('after a week one version an hour stays, after a month one a day; named and published ones all', async () => {
  const { tx, keep, save, publish, thin } = await aDraft()
  const start = Math.ceil(T0 / day) * day
  for (let n = 0; n < 24; n++) await keep(10 + n, `Text ${n}.`, start + n * 10 * minute)
  await save(50, 'Named.', start + 4 * hour + 1)
  await publish(51, 'Published.', start + 4 * hour + 2)
  await keep(52, 'After.', start + 5 * hour)
  const autos = async () => (await revisionsOf(tx, idOf(1))).filter((revision) => kindOf(revision) === 'auto').length
  expect(await autos()).toBe(25)
  await thin(start + 6 * day)
  expect(await autos()).toBe(25)
  await thin(start + hourlyAfterMs + day)
  expect(await autos()).toBe(4 + 1)
  await thin(start + dailyAfterMs + 2 * day)
  // What is being worked on stays, however old.
  expect(await autos()).toBe(1)
  const kept = (await revisionsOf(tx, idOf(1))).map(({ id }) => id)
  for (const id of [idOf(2), idOf(50), idOf(51), idOf(52)]) expect(kept).toContain(id)
  const before = kept.length
  await thin(start + dailyAfterMs + 9 * day)
  expect(await revisionsOf(tx, idOf(1))).toHaveLength(before)
})
