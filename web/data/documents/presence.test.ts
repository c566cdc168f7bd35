import { expect, test } from 'vitest'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import * as Y from 'yjs'
import { frames } from '#shared/documents/protocol.ts'
import { ManualTimers } from '../sync/testing/a-line.ts'
import { Presence } from './presence.ts'

function frameOf(awareness: Awareness, clients: readonly number[]): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, frames.awareness)
  writeVarUint8Array(encoder, encodeAwarenessUpdate(awareness, [...clients]))
  return toUint8Array(encoder)
}

function aTab() {
  const awareness = new Awareness(new Y.Doc())
  const timers = new ManualTimers()
  const presence = new Presence(awareness, timers)
  const sent: Uint8Array[] = []
  const own = () => presence.send(frameOf(awareness, [awareness.clientID]), (frame) => sent.push(frame))
  return { awareness, timers, presence, sent, own }
}

test('twenty moves of the caret in a moment are two frames, the last of them the newest', async () => {
  const { awareness, timers, sent, own, presence } = aTab()
  for (let at = 0; at < 20; at += 1) {
    awareness.setLocalState({ at })
    own()
  }
  expect(sent).toHaveLength(1)
  await timers.pass(1_000)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(frameOf(awareness, [awareness.clientID]))
  presence.stop()
  awareness.destroy()
})

test('what others said is not sent back to where it came from', () => {
  const { awareness, sent, presence } = aTab()
  const other = new Awareness(new Y.Doc())
  other.setLocalState({ at: 1 })
  applyAwarenessUpdate(awareness, encodeAwarenessUpdate(other, [other.clientID]), 'socket')
  presence.send(frameOf(awareness, [other.clientID]), (frame) => sent.push(frame))
  expect(sent).toEqual([])
  awareness.destroy()
  other.destroy()
})

test('a farewell waits for nothing', () => {
  const { awareness, sent, own } = aTab()
  own()
  awareness.setLocalState(null)
  own()
  expect(sent).toHaveLength(2)
  awareness.destroy()
})
