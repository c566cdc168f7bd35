import { expect, test } from 'vitest'
import { Gathered, maxBytes, readMessage } from './bus.ts'

const state = (n: number): string => JSON.stringify({ user: { name: 'Žofie'.repeat(200) }, n })

test('what is said in one moment travels together, of each thing the newest', () => {
  const gathered = new Gathered()
  gathered.add({ seq: 4, rooms: [['post:p', 7]], accounts: ['u'] })
  gathered.add({ seq: 3, rooms: [['post:p', 9]], accounts: ['u'], carets: [['post:p', [1, 1, '{}']]] })
  gathered.add({ carets: [['post:p', [1, 2, 'null']]] })
  const [message = '', ...more] = gathered.take('a')
  expect(more).toEqual([])
  expect(readMessage(message, 'b')).toEqual({
    ...{ seq: 4, accounts: ['u'], rooms: [['post:p', 9]] },
    carets: [['post:p', [1, 2, 'null']]],
  })
  expect(gathered.isWaiting).toBe(false)
  expect(gathered.take('a')).toEqual([])
})

test('many carets become several messages, each of which can be carried, and none is lost', () => {
  const gathered = new Gathered()
  for (let n = 0; n < 40; n += 1) gathered.add({ carets: [['post:p', [n, 1, state(n)]]] })
  const messages = gathered.take('a')
  expect(messages.length).toBeGreaterThan(5)
  expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThanOrEqual(maxBytes)
  const clients = messages.flatMap((message) => readMessage(message, 'b')?.carets ?? []).map(([, [client]]) => client)
  expect(clients).toEqual(Array.from({ length: 40 }, (_none, n) => n))
})

test('uses of one limit by one caller are added up, others are told apart', () => {
  const gathered = new Gathered()
  gathered.add({ uses: [['looks', 'a', 15]] })
  gathered.add({
    uses: [
      ['looks', 'b', 1],
      ['looks', 'a', 15],
    ],
  })
  gathered.add({ uses: [['cards', 'a', 2]] })
  expect(gathered.take('a').flatMap((message) => readMessage(message, 'b')?.uses ?? [])).toEqual([
    ['looks', 'a', 30],
    ['looks', 'b', 1],
    ['cards', 'a', 2],
  ])
})

test('what alone is too large is left out, and the rest goes', () => {
  const gathered = new Gathered()
  gathered.add({ seq: 1, carets: [['post:p', [1, 1, 'x'.repeat(maxBytes)]]] })
  expect(gathered.take('a').map((message) => readMessage(message, 'b'))).toEqual([{ seq: 1 }])
})

test.each([
  ['one’s own words', JSON.stringify({ from: 'b', said: { seq: 1 } })],
  ['no JSON', 'seq 1'],
  ['somebody else’s', JSON.stringify({ seq: 1 })],
  ['another shape', JSON.stringify({ from: 'a', said: { rooms: 'post:p' } })],
])('%s are no message', (_what, text) => {
  expect(readMessage(text, 'b')).toBeNull()
})
