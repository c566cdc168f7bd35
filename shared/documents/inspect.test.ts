import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '../testing/properties.ts'
import { bodyOf, play, session } from '../testing/editing-session.ts'
import { inspectUpdate, type InspectedUpdate } from './inspect.ts'
import { covers } from './inspect-vector.ts'
import { bodyFragment } from './rooms.ts'

function passed(update: Uint8Array): InspectedUpdate {
  const inspected = inspectUpdate(update)
  if (!inspected.ok) throw new Error(`${inspected.code}: ${inspected.why}`)
  return inspected
}

/**
 * Bytes that are still in use after a collection: other files' garbage in the same process counts
 * for nothing.
 */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const isPending = (ydoc: Y.Doc) => ydoc.store.pendingStructs !== null || ydoc.store.pendingDs !== null
const vectorOf = (ydoc: Y.Doc) => Y.decodeStateVector(Y.encodeStateVector(ydoc))

describe('a session of editing', () => {
  test('makes no update that is refused, be it merged, cut or the whole document', () => {
    fc.assert(
      fc.property(session, fc.nat(20), (steps, cut) => {
        const { updates, people } = play(steps)
        for (const update of updates) passed(update)
        if (updates.length > 0) {
          const merged = Y.mergeUpdates(updates)
          passed(merged)
          const vector = Y.encodeStateVectorFromUpdate(updates[cut % updates.length] ?? merged)
          passed(Y.diffUpdate(merged, vector))
        }
        for (const ydoc of people) passed(Y.encodeStateAsUpdate(ydoc))
      }),
      { numRuns: 100 },
    )
  })

  test('an update brings the clocks that Yjs reads in it, and is pending exactly where its needs are not covered', () => {
    fc.assert(
      fc.property(session, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.nat(3), (steps, known, size) => {
        const { updates } = play(steps)
        const reader = new Y.Doc()
        for (let at = 0; at < updates.length; at += size + 1) {
          const update = Y.mergeUpdates(updates.slice(at, at + size + 1))
          if (known[at % known.length] !== true) continue
          const { clients, needs, structs } = passed(update)
          const { from, to } = Y.parseUpdateMeta(update)
          expect(clients).toEqual([...from].map(([client, clock]) => ({ client, from: clock, to: to.get(client) })))
          expect(structs).toBe(Y.decodeUpdate(update).structs.length)

          const copy = new Y.Doc()
          Y.applyUpdate(copy, Y.encodeStateAsUpdate(reader))
          Y.applyUpdate(copy, update)
          const taken = covers(vectorOf(reader), needs)
          expect(isPending(copy)).toBe(!taken)
          if (taken) Y.applyUpdate(reader, update)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('bytes from anywhere', () => {
  const damage = fc.record({
    at: fc.nat(100_000),
    how: fc.constantFrom('flip', 'set', 'cut', 'drop', 'insert', 'double'),
    byte: fc.nat(255),
  })

  function damaged(update: Uint8Array, damages: readonly { at: number; how: string; byte: number }[]): Uint8Array {
    let bytes = [...update]
    for (const { at: anywhere, how, byte } of damages) {
      const at = anywhere % Math.max(1, bytes.length)
      if (how === 'flip') bytes[at] = (bytes[at] ?? 0) ^ (1 << (byte % 8))
      if (how === 'set') bytes[at] = byte
      if (how === 'cut') bytes = bytes.slice(0, at)
      if (how === 'drop') bytes.splice(at, 1)
      if (how === 'insert') bytes.splice(at, 0, byte)
      if (how === 'double') bytes.splice(at, 0, ...bytes.slice(at, at + 30))
    }
    return Uint8Array.from(bytes)
  }

  /** Whatever passes must be harmless in Yjs: taken without an exception and wholly. */
  function expectHarmless(bytes: Uint8Array): void {
    const inspected = inspectUpdate(bytes)
    if (!inspected.ok || inspected.needs.size > 0) return
    const ydoc = new Y.Doc()
    Y.applyUpdate(ydoc, bytes)
    expect(isPending(ydoc)).toBe(false)
    expect(vectorOf(ydoc)).toEqual(new Map(inspected.clients.map(({ client, to }) => [client, to])))
    const again = inspectUpdate(Y.mergeUpdates([bytes]))
    expect(again).toMatchObject({ ok: true, clients: inspected.clients })
  }

  test('are answered, never thrown at, and what passes is taken by Yjs as it was read', () => {
    fc.assert(
      fc.property(session, fc.array(damage, { minLength: 1, maxLength: 4 }), (steps, damages) => {
        const { people } = play(steps)
        for (const ydoc of people) expectHarmless(damaged(Y.encodeStateAsUpdate(ydoc), damages))
      }),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => expectHarmless(bytes)),
      { numRuns: 5000 },
    )
  })

  const u = (...bytes: number[]) => Uint8Array.from(bytes)
  /** One client, 1, from clock 0; then no deletions. */
  const structs = (count: number, ...bytes: number[]) => u(1, count, 1, 0, ...bytes, 0)
  const inBody = [1, 4, 98, 111, 100, 121]
  const paragraph = [7, ...inBody, 7, 3, 9, ...Buffer.from('paragraph')].toSpliced(7, 1)

  test('a plain paragraph passes', () => {
    expect(inspectUpdate(structs(1, ...paragraph))).toMatchObject({
      ok: true,
      clients: [{ client: 1, from: 0, to: 1 }],
      structs: 1,
      types: 1,
      characters: 0,
      deletes: [],
    })
    expect(inspectUpdate(u(0, 0))).toEqual({ ok: true, clients: [], needs: new Map(), structs: 0, types: 0, characters: 0, deletes: [] })
  })

  test.each([
    ['nothing', u()],
    ['seven bytes with a huge count of structs', u(1, 255, 255, 255, 127, 1, 0)],
    ['a huge count of clients', u(255, 255, 255, 255, 15, 1, 1, 0)],
    ['a huge count of deletions', u(0, 1, 1, 255, 255, 255, 127, 0, 1)],
    ['a huge count of values', structs(1, 40, 0, 2, 0, 2, 105, 100, 255, 255, 255, 127, 126)],
    ['a huge text', structs(1, 132, 2, 0, 255, 255, 255, 255, 15, 97)],
    ['a number spelt too long', u(1, 129, 0, 1, 0, ...paragraph, 0)],
    ['a number beyond 2^53', u(1, 1, 1, 255, 255, 255, 255, 255, 255, 255, 31, 0, 1, 0)],
    ['a client id beyond 32 bits', u(1, 1, 128, 128, 128, 128, 16, 0, ...paragraph, 0)],
    ['a client twice', u(2, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0)],
    ['clients in ascending order', u(2, 1, 1, 0, 0, 1, 1, 2, 0, 0, 1, 0)],
    ['a struct that builds on itself', structs(1, 132, 1, 0, 1, 97)],
    ['two that wait for each other', u(2, 1, 2, 0, 132, 1, 0, 1, 97, 1, 1, 0, 132, 2, 0, 1, 97, 0)],
    ['a hole and nothing else', u(1, 1, 1, 0, 10, 5, 0)],
    ['a hole with flags, which one of two readers in Yjs takes for an item', structs(2, ...paragraph, 138, 5)],
    ['garbage of no length', structs(1, 0, 0)],
    ['a text of no length', structs(1, 132, 2, 0, 0)],
    ['a text that is not UTF-8', structs(1, 132, 2, 0, 2, 195, 40)],
    ['content of no kind', structs(1, 139, 2, 0, 1)],
    ['a mark that is not JSON', structs(1, 134, 2, 0, 4, ...Buffer.from('bold'), 1, 123)],
    ['something behind the end', u(0, 0, 0)],
    ['a deletion of nothing', u(0, 1, 1, 1, 0, 0)],
  ])('malformed: %s', (_what, bytes) => {
    expect(inspectUpdate(bytes)).toMatchObject({ ok: false, code: 'malformed' })
  })

  test('an update V2 is refused', () => {
    const ydoc = new Y.Doc()
    bodyOf(ydoc).insert(0, [new Y.XmlElement('paragraph')])
    expect(inspectUpdate(Y.encodeStateAsUpdateV2(ydoc)).ok).toBe(false)
  })

  test('more bytes, structs or deletions than the limit are too large', () => {
    const { people } = play([])
    const ydoc = people[0] ?? new Y.Doc()
    for (let n = 0; n < 20; n++) bodyOf(ydoc).insert(0, [new Y.XmlElement('paragraph')])
    const update = Y.encodeStateAsUpdate(ydoc)
    expect(inspectUpdate(update, { structs: 19 })).toMatchObject({ ok: false, code: 'too-large' })
    expect(inspectUpdate(update, { bytes: update.length - 1 })).toMatchObject({ ok: false, code: 'too-large' })
    expect(inspectUpdate(u(0, 1, 1, 2, 0, 1, 2, 1), { structs: 1 })).toMatchObject({ ok: false, code: 'too-large' })
    expect(inspectUpdate(update, { structs: 20, bytes: update.length }).ok).toBe(true)
  })

  test('ten thousand hostile frames leave no memory behind', () => {
    const frames = [u(1, 255, 255, 255, 127, 1, 0), u(255, 255, 255, 255, 15, 1, 1, 0), structs(1, 132, 2, 0, 255, 255, 255, 255, 15, 97)]
    const before = liveBytes()
    for (let n = 0; n < 10_000; n++) for (const frame of frames) inspectUpdate(frame)
    expect(liveBytes() - before).toBeLessThan(8 * 1_048_576)
  })
})

describe('what no text may hold', () => {
  const update = (write: (ydoc: Y.Doc) => void) => {
    const ydoc = new Y.Doc()
    write(ydoc)
    return Y.encodeStateAsUpdate(ydoc)
  }
  const element = (name: string, attrs: Record<string, unknown> = {}, children: (Y.XmlElement | Y.XmlText)[] = []) => {
    const made = new Y.XmlElement(name)
    // Yjs types attributes as strings, and takes every value.
    for (const [key, value] of Object.entries(attrs)) made.setAttribute(key, value as string)
    made.insert(0, children)
    return made
  }
  const inBody = (...nodes: Y.XmlElement[]) => update((ydoc) => bodyOf(ydoc).insert(0, nodes))
  const marked = (format: Record<string, unknown>) => {
    const text = new Y.XmlText()
    text.insert(0, 'words', format)
    return inBody(element('paragraph', {}, [text]))
  }

  test.each([
    ['another shared type', update((ydoc) => ydoc.getMap('places').set('a', 1))],
    ['an entry of the root', update((ydoc) => ydoc.getMap(bodyFragment).set('id', null))],
    ['text outside of a block', update((ydoc) => ydoc.getText(bodyFragment).insert(0, 'x'))],
    ['an unknown node', inBody(element('script'))],
    ['a node named like a part of an object', inBody(element('__proto__'))],
    ['a document in the document', inBody(element('doc'))],
    ['an unknown attribute', inBody(element('paragraph', { onclick: 'x()' }))],
    ['an attribute named like a part of an object', inBody(element('paragraph', { __proto__x: 1 }))],
    ['a level that no heading has', inBody(element('heading', { level: 1 }))],
    ['a picture by a script', inBody(element('image', { src: 'javascript:alert(1)' }))],
    ['an attribute that holds a list', inBody(element('image', { src: ['/a'] }))],
    ['an attribute that holds bytes', inBody(element('image', { src: new Uint8Array(3) }))],
    ['an attribute that holds a shared type', inBody(element('image', { src: new Y.Map() }))],
    ['an attribute that holds a document', inBody(element('image', { src: new Y.Doc() }))],
    ['an unknown mark', marked({ comment: {} })],
    ['a link by a script', marked({ link: { href: 'javascript:alert(1)' } })],
    ['a link without an address', marked({ link: {} })],
    ['a link with more than an address', marked({ link: { href: '/a', target: '_blank' } })],
    ['a mark that is a word', marked({ bold: 'yes' })],
    ['an embed in a line', update((ydoc) => ydoc.get(bodyFragment, Y.XmlFragment).insert(0, [element('paragraph', {}, [embedded()])]))],
    ['U+0000', inBody(element('paragraph', {}, [new Y.XmlText('a\0b')]))],
  ])('schema: %s', (_what, bytes) => {
    expect(inspectUpdate(bytes)).toMatchObject({ ok: false, code: 'schema' })
  })

  function embedded(): Y.XmlText {
    const text = new Y.XmlText()
    text.insertEmbed(0, { image: '/a' })
    return text
  }

  test('an attribute set again is judged by its value, since its name is not in the update', () => {
    const ydoc = new Y.Doc()
    const heading = element('heading', { level: 2 })
    bodyOf(ydoc).insert(0, [heading])
    const second = (value: unknown) => {
      const before = Y.encodeStateVector(ydoc)
      heading.setAttribute('level', value as string)
      return inspectUpdate(Y.encodeStateAsUpdate(ydoc, before))
    }
    expect(second(3).ok).toBe(true)
    expect(second({ deep: 1 })).toMatchObject({ ok: false, code: 'schema' })
  })

  test('a mark that may overlap itself passes under its hashed name', () => {
    expect(inspectUpdate(marked({ 'code--AbCd+/12': {} })).ok).toBe(true)
    expect(inspectUpdate(marked({ 'comment--AbCd+/12': {} })).ok).toBe(false)
  })

  test('a notebook holds places, fields and times, and nothing else', () => {
    const notebook = (write: (places: Y.Map<unknown>) => void) =>
      inspectUpdate(
        update((ydoc) => write(ydoc.getMap('places'))),
        { kind: 'notebook' },
      )
    const place = (entries: [string, unknown][]) => (places: Y.Map<unknown>) => places.set('comment:01j:01k', new Y.Map(entries))
    expect(notebook(place([['body', new Y.Text('words')], ['at', 5]])).ok).toBe(true) // oxfmt-ignore
    expect(notebook(place([['body', 'words']]))).toMatchObject({ code: 'schema' })
    expect(notebook(place([['__proto__', 5]]))).toMatchObject({ code: 'schema' })
    expect(notebook((places) => places.set('elsewhere', new Y.Map()))).toMatchObject({ code: 'schema' })
    expect(notebook((places) => places.set('edit:01k', new Y.XmlElement('paragraph')))).toMatchObject({ code: 'schema' })
    expect(inspectUpdate(inBody(element('paragraph')), { kind: 'notebook' })).toMatchObject({ code: 'schema' })
  })
})
