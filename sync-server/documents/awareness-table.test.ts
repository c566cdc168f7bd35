import { expect, test } from 'vitest'
import { AwarenessTable } from './awareness-table.ts'

const ada = { userId: 'ada', name: 'Ada', slug: 'ada' }
const ben = { userId: 'ben', name: 'Ben', slug: 'ben' }
const never = (): boolean => false
const stateOf = (user: typeof ada): string => JSON.stringify({ user })

test('who is there by way of another node is told of, until that node says nothing of them any more', () => {
  const table = new AwarenessTable<string>()
  const entry = { client: 7, clock: 3, state: stateOf(ada) }
  expect(table.hear(entry, 1_000)).toEqual(entry)
  expect(table.all()).toEqual([entry])
  expect(table.own()).toEqual([])
  // The same again keeps them, and is no news.
  expect(table.hear(entry, 30_000)).toBeNull()
  expect(table.forgetSilent(29_000)).toEqual([])
  expect(table.forgetSilent(31_000)).toEqual([{ client: 7, clock: 4, state: 'null' }])
  expect(table.all()).toEqual([])
})

test('what comes late over the bus is passed over', () => {
  const table = new AwarenessTable<string>()
  table.hear({ client: 7, clock: 3, state: 'null' }, 0)
  expect(table.hear({ client: 7, clock: 2, state: stateOf(ada) }, 0)).toBeNull()
  expect(table.all()).toEqual([])
})

test('somebody who comes back to this node speaks for themselves here', () => {
  const table = new AwarenessTable<string>()
  table.hear({ client: 7, clock: 3, state: stateOf(ada) }, 0)
  expect(table.set('socket', 7, { client: 7, clock: 1, state: '{}' }, ada, never)).toMatchObject({ client: 7, clock: 4 })
  expect(table.hear({ client: 7, clock: 9, state: 'null' }, 0)).toBeNull()
  expect(table.own()).toHaveLength(1)
})

test('a client id that is another’s on another node is not to be had here', () => {
  const table = new AwarenessTable<string>()
  table.hear({ client: 7, clock: 3, state: stateOf(ada) }, 0)
  expect(table.set('socket', 7, { client: 7, clock: 9, state: '{}' }, ben, never)).toBeNull()
  expect(table.all()).toEqual([{ client: 7, clock: 3, state: stateOf(ada) }])
})
