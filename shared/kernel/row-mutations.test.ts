import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { idOf, member, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import type { Viewer } from './viewer.ts'
import { defineDetails } from './details.ts'
import { line } from './fields.ts'
import { putMutation, removeMutation } from './row-mutations.ts'
import { defineTable } from './table.ts'
import { allow, deny } from './verdict.ts'
import { visitor } from './viewer.ts'
import { own } from './visibility.ts'

const Jar = z.object({ id: z.string(), userId: z.string(), label: z.string(), isOpen: z.boolean(), madeAt: z.number() })
const jars = defineTable({ name: 'jars', row: Jar, indexes: [['userId']], visibility: own('userId') })
const who = {
  table: jars,
  may: (viewer: Viewer) => (viewer.kind === 'member' ? allow : deny('sign-in-first')),
  mayOf: (viewer: Viewer, jar: z.infer<typeof Jar>) =>
    viewer.kind === 'member' && viewer.userId === jar.userId ? allow : deny('not-yours'),
}
const putJar = putMutation({
  ...{ ...who, name: 'jars.put' },
  details: defineDetails(jars, { label: { value: line(1, 20), label: 'Label' }, isOpen: { value: z.boolean(), label: 'Open' } }),
  make: ({ viewer, now }) => ({ userId: viewer.kind === 'member' ? viewer.userId : '', madeAt: now }),
})
const removeJar = removeMutation({ ...who, name: 'jars.remove' })
const [ann, ben] = [member(idOf(1)), member(idOf(2))]
const args = { id: idOf(9), label: 'Plums', isOpen: false }

test('a row is made once, said anew with what its maker gave it, and taken away', async () => {
  const mutations = mutationsOver([jars])
  for (const now of [T0, T0 + 5]) await mutations.run(putJar, args, { viewer: ann, now })
  await mutations.run(putJar, { ...args, isOpen: true }, { viewer: ann, now: T0 + 9 })
  expect(await mutations.get(jars, idOf(9))).toEqual({ ...args, isOpen: true, userId: idOf(1), madeAt: T0 })
  for (const _again of [1, 2]) await mutations.run(removeJar, { id: idOf(9) }, { viewer: ann })
  expect(await mutations.get(jars, idOf(9))).toBeUndefined()
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['a member, of another’s row', ben, {}, { reason: 'not-yours' }],
  ['a value that its detail does not take', ann, { label: '' }, { field: 'label' }],
  ['what is no detail', ann, { madeAt: 1 }, { code: 'invalid' }],
] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = mutationsOver([jars])
  await mutations.run(putJar, args, { viewer: ann })
  const before = await mutations.everything()
  const put = (async () => mutations.run(putJar, { ...args, label: 'Pears', ...given }, { viewer }))()
  expect(await refusalOf(put)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

test('nobody takes away another’s row', async () => {
  const mutations = mutationsOver([jars])
  await mutations.run(putJar, args, { viewer: ann })
  expect(await refusalOf(mutations.run(removeJar, { id: idOf(9) }, { viewer: ben }))).toMatchObject({ reason: 'not-yours' })
})

test('of a new row it is asked as well whose it would be', async () => {
  const isOwn = (viewer: Viewer, { id }: { readonly id: string }) =>
    viewer.kind === 'member' && viewer.userId === id ? allow : deny('not-yours')
  const putOwn = putMutation({
    ...{ ...who, name: 'jars.putOwn', mayOf: isOwn },
    details: defineDetails(jars, { label: { value: line(1, 20), label: 'Label' }, isOpen: { value: z.boolean(), label: 'Open' } }),
    make: ({ now }) => ({ userId: idOf(1), madeAt: now }),
  })
  const mutations = mutationsOver([jars])
  expect(await refusalOf(mutations.run(putOwn, { ...args, id: idOf(2) }, { viewer: ann }))).toMatchObject({ reason: 'not-yours' })
  await mutations.run(putOwn, { ...args, id: idOf(1) }, { viewer: ann })
  expect(await mutations.get(jars, idOf(1))).toMatchObject({ label: 'Plums' })
})

test('what a test compares holds every row, of a table without an index too', async () => {
  const plain = defineTable({ name: 'plain', row: Jar, indexes: [], visibility: own('userId') })
  const mutations = mutationsOver([plain])
  const before = await mutations.everything()
  await mutations.put(plain, { ...args, userId: idOf(1), madeAt: T0 })
  expect(await mutations.everything()).not.toBe(before)
})
