import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { AckLedger } from './ack-ledger.ts'

const client = 7

/** Updates of one writer, one letter each. */
function typed(...letters: readonly string[]): readonly Uint8Array[] {
  const doc = new Y.Doc()
  doc.clientID = client
  const updates: Uint8Array[] = []
  doc.on('update', (update) => updates.push(update))
  for (const letter of letters) doc.getText('t').insert(doc.getText('t').length, letter)
  return updates
}

const nothing = new Uint8Array([0, 0])

/** The server's state vector has been answered with nothing. */
function greeted(): AckLedger {
  const ledger = new AckLedger()
  ledger.opened()
  ledger.sent(nothing, true)
  ledger.acked(1)
  return ledger
}

test('nothing is whole before the server’s state vector was answered on this very socket', () => {
  const ledger = new AckLedger()
  ledger.opened()
  expect(ledger.isWhole).toBe(false)
  ledger.sent(nothing, true)
  expect(ledger.isWhole).toBe(false)
  ledger.acked(1)
  expect(ledger.isWhole).toBe(true)
  ledger.opened()
  expect(ledger.isWhole).toBe(false)
})

test('whole is when the last frame is acknowledged, whatever came before', () => {
  const ledger = greeted()
  for (const update of typed('a', 'b', 'c')) ledger.sent(update, false)
  ledger.acked(3)
  expect([ledger.isWhole, ledger.stored.get(client)]).toEqual([false, 2])
  ledger.acked(4)
  expect([ledger.isWhole, ledger.stored.get(client)]).toEqual([true, 3])
})

test('a refused frame takes its number, and stores nothing until the whole difference went once more', () => {
  const ledger = greeted()
  const [a = nothing] = typed('a')
  ledger.sent(a, false)
  ledger.refused(2)
  ledger.acked(2)
  expect([ledger.isWhole, ledger.stored.get(client)]).toEqual([false, undefined])
  ledger.sent(a, true)
  ledger.acked(3)
  expect([ledger.isWhole, ledger.stored.get(client)]).toEqual([true, 1])
})

test('a refusal that is about no frame of text changes nothing', () => {
  const ledger = greeted()
  ledger.refused(0)
  expect(ledger.isWhole).toBe(true)
})

test('what is known to be stored outlives the socket', () => {
  const ledger = new AckLedger(new Map([[client, 5]]))
  ledger.opened()
  ledger.serverHas(new Map([[client, 3]]))
  expect(ledger.stored.get(client)).toBe(5)
})

test('what went over the last socket is not acknowledged by frames of this one', () => {
  const [first = nothing] = typed('a')
  const ledger = greeted()
  ledger.sent(first, false)
  ledger.opened()
  ledger.sent(nothing, true)
  ledger.acked(1)
  expect([ledger.isWhole, ledger.stored.get(client)]).toEqual([true, undefined])
  ledger.opened()
  ledger.acked(2)
  expect(ledger.stored.get(client)).toBeUndefined()
})
