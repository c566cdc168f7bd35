import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { collections } from '../sequences/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, idOf, moderator, T0 } from '../testing/factories.ts'
import { putBookSet, removeBookSet } from './mutations.ts'
import { allBookSets } from './queries.ts'
import { bookSets } from './schema.ts'

const args = { id: idOf(740), year: 2018, title: 'A map', text: 'Five books.', coverUrl: null, buyUrl: null, collectionId: null }
const site = () => mutationsOver([bookSets, collections])

test('administrators make sets of books, say them anew, and take them away', async () => {
  const mutations = site()
  await mutations.run(putBookSet, args, { viewer: admin, now: T0 })
  await mutations.run(putBookSet, { ...args, title: 'Maps', buyUrl: 'https://books.example/1' }, { viewer: admin, now: T0 + 5 })
  await mutations.run(putBookSet, { ...args, id: idOf(741), year: 2019 }, { viewer: admin })
  expect((await mutations.read((read) => read.list(allBookSets()))).map(({ year, title, createdAt }) => [year, title, createdAt])).toEqual([
    [2019, 'A map', T0],
    [2018, 'Maps', T0],
  ])
  for (const _again of [1, 2]) await mutations.run(removeBookSet, { id: idOf(740) }, { viewer: admin })
  expect(await mutations.get(bookSets, idOf(740))).toBeUndefined()
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['a moderator', moderator, {}, { reason: 'admins-only' }],
  ['no year', admin, { year: 20.5 }, { field: 'year' }],
  ['a year that has one', admin, { id: idOf(741) }, { code: 'taken', field: 'year' }],
  ['no title', admin, { title: ' ' }, { field: 'title' }],
  ['a link that runs', admin, { buyUrl: 'javascript:alert(1)' }, { field: 'buyUrl' }],
  ['somebody else’s picture', admin, { coverUrl: 'https://elsewhere.example/a.png' }, { field: 'coverUrl' }],
  ['a collection that is none', admin, { collectionId: idOf(9) }, { code: 'not-found' }],
] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = site()
  await mutations.run(putBookSet, args, { viewer: admin })
  const before = await mutations.everything()
  const mutation = (async () => mutations.run(putBookSet, { ...args, title: 'Other', ...given }, { viewer }))()
  expect(await refusalOf(mutation)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})
