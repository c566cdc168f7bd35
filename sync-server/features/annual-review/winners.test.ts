import { expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { winnersOf } from '#shared/annual-review/queries.ts'
import { candidateId, reviewPlans, reviewResults, reviewWinners } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { featureSite } from '../testing/feature-site.ts'
import { marksOfWinners } from './migrations.ts'

const year = 2025
const [tides, wine] = [idOf(7), idOf(8)]

test('an administrator chooses, orders and shows winners by plain forms, which the audit log says', async () => {
  const site = await featureSite()
  site.clock.now = phaseStart(year, 'complete')
  const [boss, reader] = [site.browser(), site.browser()]
  await boss.signUp('Ada')
  await reader.signUp('Ben')
  await site.store.write(async ({ tx }) => {
    for (const [at, id] of [tides, wine].entries()) {
      await tx.put(posts, aPost({ id, slug: `p-${at}`, publishedAt: yearStart(year) }))
      const result = { id: candidateId(id, year), postId: id, year, rank: at + 1, score: 9, values: [9], countedAt: 1 }
      await tx.put(reviewResults, result)
    }
    const query = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    for (const one of await tx.list(query)) await tx.put(members, { ...one, isAdmin: one.slug === 'ada' })
  })
  const from = '/bestoflesswrongadmin/2025?state=winners'
  const choice = (postId: string, category: string) => ({ year: String(year), postId, category, from })
  expect((await reader.form('reviewWinners.set', choice(tides, 'practical'))).status).toBe(403)
  expect((await boss.form('reviewWinners.set', choice(tides, 'cooking'))).status).toBe(400)
  expect((await boss.form('reviewWinners.set', choice('x', 'practical'))).status).toBe(404)
  for (const id of [tides, wine])
    expect(await boss.form('reviewWinners.set', choice(id, 'practical'))).toMatchObject({
      status: 303,
      headers: { location: expect.stringContaining(from) },
    })
  expect((await boss.form('reviewWinners.move', { year: String(year), postId: wine, place: '0', from })).status).toBe(303)
  expect((await boss.form('reviewPlans.setGallery', { year: String(year), isOn: 'true', from })).status).toBe(303)
  const order = async () => (await site.store.read((read) => read.list(winnersOf(year)))).map(({ id }) => id)
  expect(await order()).toEqual([wine, tides])
  expect(await site.store.read((read) => read.get(reviewPlans, '2025'))).toMatchObject({ galleryAt: site.clock.now })
  // Lists and search say it of the post, while its gallery is public and it is in it.
  const marks = () => site.store.read(async (read) => (await read.getMany(posts, [tides, wine])).map(({ wonIn }) => wonIn))
  expect(await marks()).toEqual([year, year])
  expect((await boss.form('reviewWinners.set', choice(wine, ''))).status).toBe(303)
  expect(await order()).toEqual([tides])
  expect(await marks()).toEqual([year, undefined])
  expect((await boss.form('reviewPlans.setGallery', { year: String(year), isOn: '', from })).status).toBe(303)
  expect(await marks()).toEqual([undefined, undefined])
  const audit = await site.store.read((read) => read.list(auditEntries(9)))
  expect(audit.map(({ act, targetId }) => `${act} ${targetId}`).toSorted()).toEqual([
    ...['reviewPlans.setGallery 2025', 'reviewPlans.setGallery 2025'],
    'reviewWinners.move 2025',
    ...['reviewWinners.set 2025', 'reviewWinners.set 2025', 'reviewWinners.set 2025'],
  ])
})

test('winners of galleries that were public before posts were marked are marked when the store is opened', async () => {
  const { store } = await featureSite()
  const [hidden, excluded, other] = [idOf(9), idOf(10), idOf(11)]
  await store.write(async ({ tx }) => {
    for (const [n, id] of [tides, wine, hidden, excluded, other].entries())
      await tx.put(posts, aPost({ id, slug: `p-${n}`, publishedAt: yearStart(id === hidden ? year - 1 : year) }))
    await tx.put(reviewPlans, { ...noPlan(year), excludedPostIds: [excluded], galleryAt: 1 })
    await tx.put(reviewPlans, { ...noPlan(year - 1), galleryAt: null })
    for (const [place, id] of [tides, wine, hidden, excluded].entries())
      await tx.put(reviewWinners, { id, year: id === hidden ? year - 1 : year, category: 'practical', place })
  })
  for (const _again of [1, 2]) await store.write((batch) => marksOfWinners.run(batch))
  const marks = await store.read((read) => read.getMany(posts, [tides, wine, hidden, excluded, other]))
  expect(marks.map(({ wonIn }) => wonIn)).toEqual([year, year, undefined, undefined, undefined])
})
