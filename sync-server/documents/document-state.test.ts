import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '#shared/testing/properties.ts'
import { inspectUpdate } from '#shared/documents/inspect.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { DocumentState, maxStoredBytes, refusalOf } from './document-state.ts'
import { textOf, writeParagraph } from './testing/writer-tab.ts'
import { updateBytes } from './update-bytes.ts'

const fresh = (): DocumentState => new DocumentState('post', updateBytes)

function docOf(state: DocumentState): Y.Doc {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state.whole())
  return doc
}

function offer(state: DocumentState, bytes: Uint8Array, userId: string): string {
  const judgement = state.judge(bytes, userId, true)
  if (judgement.kind === 'news' || judgement.kind === 'start') state.take(judgement.change, userId)
  return judgement.kind === 'refused' ? judgement.code : judgement.kind
}

const edit = fc.record({ who: fc.nat(2), kind: fc.constantFrom('write', 'type', 'delete'), at: fc.nat(20), hears: fc.boolean() })
const people = ['ann', 'ben', 'eve']

/** What three people do to one document, hearing of each other now and then. */
function session(
  edits: readonly { who: number; kind: string; at: number; hears: boolean }[],
  seen: (update: Uint8Array, who: number) => void,
): Y.Doc[] {
  const docs = people.map((_, n) => Object.assign(new Y.Doc(), { clientID: n + 1 }))
  for (const [who, doc] of docs.entries()) doc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'peer' && seen(update, who))
  for (const { who, kind, at, hears } of edits) {
    const doc = docs[who]
    if (doc === undefined) continue
    if (hears) for (const other of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other, Y.encodeStateVector(doc)), 'peer')
    const body = doc.getXmlFragment('body')
    if (kind === 'write' || body.length === 0) writeParagraph(doc, `p${at}`)
    else if (kind === 'delete') body.delete(at % body.length, 1)
    else {
      const block = body.get(at % body.length)
      const text = block instanceof Y.XmlElement ? block.get(0) : undefined
      if (text instanceof Y.XmlText) text.insert(at % (text.length + 1), 'typed')
    }
  }
  return docs
}

test('what was taken update by update is the document that all who wrote it hold', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
      const state = fresh()
      const whole = new Y.Doc()
      session(edits, (update, who) => {
        Y.applyUpdate(whole, update)
        // Two may have deleted the same.
        expect(['news', 'known']).toContain(offer(state, update, people[who] ?? ''))
        expect(offer(state, update, people[who] ?? '')).toBe('known')
      })
      expect(textOf(docOf(state))).toBe(textOf(whole))
      expect(new Map(state.vector)).toEqual(Y.decodeStateVector(Y.encodeStateVector(whole)))
      // A copy that holds all of it brings nothing new, whoever offers it; but for deletions that
      // follow from others, once.
      offer(state, Y.encodeStateAsUpdate(whole), 'eve')
      expect(offer(state, Y.encodeStateAsUpdate(whole), 'eve')).toBe('known')
      const behind = new Y.Doc()
      Y.applyUpdate(behind, state.missing(new Map()))
      expect(textOf(behind)).toBe(textOf(whole))
    }),
    { numRuns: 100 },
  )
})

test('after a crash that lost everything but whose client ids are known, any one copy brings all of it back', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
      const docs = session(edits, () => undefined)
      for (const doc of docs) for (const other of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'peer')
      const state = fresh()
      for (const [n, userId] of people.entries()) state.register(n + 1, userId)
      const [one = new Y.Doc(), ...others] = docs
      offer(state, Y.encodeStateAsUpdate(one), 'ann')
      expect(textOf(docOf(state))).toBe(textOf(one))
      // And the writers' own copies say nothing else.
      for (const [n, doc] of others.entries()) {
        const vector = Y.encodeStateVector(new Map(state.vectorFor(people[n + 1] ?? '')))
        expect(offer(state, Y.encodeStateAsUpdate(doc, vector), people[n + 1] ?? '')).not.toBe('identity')
      }
      expect(textOf(docOf(state))).toBe(textOf(one))
    }),
    { numRuns: 60 },
  )
})

test('the start of an update is one that inspection passes and that can be integrated at once', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 5, maxLength: 40 }), fc.nat(30), (edits, held) => {
      const updates: Uint8Array[] = []
      const docs = session(edits, (update) => updates.push(update))
      const some = new Y.Doc()
      for (const update of updates.slice(0, held)) Y.applyUpdate(some, update)
      const vector = Y.decodeStateVector(Y.encodeStateVector(some))
      const whole = Y.encodeStateAsUpdate(docs[0] ?? new Y.Doc())
      const start = updateBytes.start(whole, vector)
      if (start === null) return
      const inspected = inspectUpdate(start)
      expect(inspected).toMatchObject({ ok: true, deletes: [] })
      if (inspected.ok) for (const [client, clock] of inspected.needs) expect(vector.get(client) ?? 0).toBeGreaterThanOrEqual(clock)
    }),
    { numRuns: 100 },
  )
})

test('a long document is read, joined and compared in bounded time, and a key press costs none of it', () => {
  const doc = new Y.Doc()
  const state = fresh()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  writeParagraph(doc, '')
  const block = doc.getXmlFragment('body').get(0)
  const text = block instanceof Y.XmlElement ? block.get(0) : undefined
  // Backwards, so that nothing can be joined to one piece.
  if (text instanceof Y.XmlText) for (let n = 0; n < 20_000; n += 1) text.insert(0, 'x')
  for (const update of updates) expect(offer(state, update, 'ann')).toBe('news')
  expect(state.size).toBeLessThan(documentLimits.documentBytes)
  expect(state.whole().length).toBeLessThan(maxStoredBytes)
  expect(textOf(docOf(state))).toHaveLength(20_000)
})

test('what begins from a snapshot judges as what was taken update by update, though it reads deletions only when it is asked for them', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 40 }), fc.boolean(), (edits, isShrunk) => {
      const whole = new Y.Doc()
      const updates: { readonly bytes: Uint8Array; readonly who: string }[] = []
      const docs = session(edits, (bytes, who) => {
        Y.applyUpdate(whole, bytes)
        updates.push({ bytes, who: people[who] ?? '' })
      })
      const snapshot = Y.encodeStateAsUpdate(whole)
      const state = fresh()
      state.begin(snapshot, 10, Y.decodeStateVector(Y.encodeStateVector(whole)))
      for (const [n, who] of people.entries()) state.register(n + 1, who)
      if (isShrunk) state.shrink(snapshot, 10)
      const [doc] = docs
      if (doc === undefined) throw new Error('no document')
      Y.applyUpdate(doc, snapshot, 'peer')
      writeParagraph(doc, 'one more')
      expect(offer(state, Y.encodeStateAsUpdate(doc), 'ann')).toBe('news')
      for (const { bytes, who } of updates) expect(offer(state, bytes, who)).toBe('known')
      expect(textOf(docOf(state))).toBe(textOf(doc))
    }),
    { numRuns: 60 },
  )
})

test('an update that builds on words nobody has brought is a gap, and news once they are there', () => {
  const doc = Object.assign(new Y.Doc(), { clientID: 1 })
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  writeParagraph(doc, 'first')
  const count = updates.length
  writeParagraph(doc, 'second')
  const state = fresh()
  const second = updates[count] ?? new Uint8Array()
  expect(state.judge(second, 'ann')).toEqual({ kind: 'refused', code: 'gap' })
  for (const update of updates.slice(0, count)) expect(offer(state, update, 'ann')).toBe('news')
  expect(state.judge(second, 'ann').kind).toBe('news')
})

test('a reader brings no words, in a copy of the whole neither; deletions that a copy finds by itself are passed over', () => {
  const doc = Object.assign(new Y.Doc(), { clientID: 1 })
  writeParagraph(doc, 'first')
  const judgement = fresh().judge(Y.encodeStateAsUpdate(doc), 'ann', true)
  if (judgement.kind !== 'news') throw new Error(judgement.kind)
  const deletions = { kind: 'news', change: { ...judgement.change, clients: [] } } as const
  expect([refusalOf(judgement, false, true), refusalOf(judgement, false, false)]).toEqual(['not-allowed', 'not-allowed'])
  expect([refusalOf(deletions, false, true), refusalOf(deletions, false, false)]).toEqual([null, 'not-allowed'])
  expect(refusalOf(judgement, true, false)).toBeNull()
})
