import { Node } from '@tiptap/pm/model'
import {
  prosemirrorJSONToYXmlFragment,
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
  yXmlFragmentToProsemirrorJSON,
} from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '../testing/properties.ts'
import { anyDoc } from '../testing/any-text.ts'
import { bodyOf } from '../testing/editing-session.ts'
import { editorSchema } from '../testing/editor-schema.ts'
import { checkDoc } from '../text/check.ts'
import type { Doc, DocNode } from '../text/nodes.ts'
import { renderDoc } from '../text/render.ts'
import { plainOptions } from '../text/well-formed.ts'
import { inspectUpdate } from './inspect.ts'
import { writeText } from './text-in-doc-write.ts'
import { checkedText, docToJson } from './text-in-doc.ts'

/** y-tiptap keeps no marks of atoms. */
function inYjs(doc: Doc): Doc {
  const plain = (node: DocNode): DocNode => {
    const { marks, ...rest } = node
    return {
      ...rest,
      ...(node.text !== undefined && marks !== undefined && { marks }),
      ...(node.content !== undefined && { content: node.content.map(plain) }),
    }
  }
  const checked = checkDoc({ ...doc, content: doc.content.map(plain) }, 'essay')
  if (!checked.ok) throw new Error(checked.reason)
  return checked.doc
}

function byTiptap(doc: Doc): Y.Doc {
  const ydoc = new Y.Doc()
  prosemirrorJSONToYXmlFragment(editorSchema, doc, bodyOf(ydoc))
  return ydoc
}

function written(doc: Doc): Y.Doc {
  const ydoc = new Y.Doc()
  writeText(ydoc, doc, 'test')
  return ydoc
}

/** All that stands in Yjs, to the last attribute. */
function laidOut(ydoc: Y.Doc): unknown {
  const look = (shared: unknown): unknown => {
    if (shared instanceof Y.XmlText) return shared.toDelta()
    if (shared instanceof Y.XmlElement) return [shared.nodeName, shared.getAttributes(), shared.toArray().map(look)]
    return 'neither'
  }
  return bodyOf(ydoc).toArray().map(look)
}

function textIn(ydoc: Y.Doc): Doc {
  const checked = checkedText(ydoc)
  if (!checked.ok) throw new Error(`${checked.reason} at ${checked.path}`)
  return checked.doc
}

const say = (...words: string[]): Doc => ({
  type: 'doc',
  content: words.map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })),
})
const runs = { numRuns: 150 }

describe('the mapping is that of y-tiptap', () => {
  test('a text is read from what y-tiptap has written', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        const ydoc = byTiptap(doc)
        expect(textIn(ydoc)).toEqual(inYjs(doc))
        expect(checkDoc(yXmlFragmentToProsemirrorJSON(bodyOf(ydoc)), 'essay')).toEqual(checkedText(ydoc))
      }),
      runs,
    )
  })

  test('a text is laid out as y-tiptap lays it out', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        const ydoc = written(doc)
        expect(laidOut(ydoc)).toEqual(laidOut(byTiptap(doc)))
        const node = yXmlFragmentToProseMirrorRootNode(bodyOf(ydoc), editorSchema)
        expect(node.eq(Node.fromJSON(editorSchema, inYjs(doc)))).toBe(true)
        expect(inspectUpdate(Y.encodeStateAsUpdate(ydoc)).ok).toBe(true)
      }),
      runs,
    )
  })

  test('a text in a document is rendered as the text itself', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        expect(renderDoc(textIn(written(doc)), plainOptions)).toBe(renderDoc(inYjs(doc), plainOptions))
      }),
      runs,
    )
  })

  test('an empty document is an empty paragraph, and one made empty again is as well', () => {
    expect(textIn(new Y.Doc())).toEqual(say(''))
    expect(textIn(written(say('')))).toEqual(say(''))
  })

  test('a mark that may overlap itself loses its hash, and stands once', () => {
    const ydoc = new Y.Doc()
    const [paragraph, text] = [new Y.XmlElement('paragraph'), new Y.XmlText()]
    bodyOf(ydoc).insert(0, [paragraph])
    paragraph.insert(0, [text])
    text.insert(0, 'words', { 'code--AbCd+/12': {}, code: {}, bold: {} })
    const marks = [{ type: 'bold' }, { type: 'code' }]
    expect(textIn(ydoc)).toEqual({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'words', marks }] }] })
  })
})

describe('bringing a document to a text', () => {
  test('leaves exactly that text, which all who hear of it read', () => {
    fc.assert(
      fc.property(anyDoc, anyDoc, fc.boolean(), (before, after, wasTiptap) => {
        const ydoc = wasTiptap ? byTiptap(before) : written(before)
        const other = new Y.Doc()
        Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc))
        ydoc.on('update', (update: Uint8Array) => {
          expect(inspectUpdate(update).ok).toBe(true)
          Y.applyUpdate(other, update)
        })
        writeText(ydoc, after, 'test')
        expect(textIn(ydoc)).toEqual(inYjs(after))
        expect(textIn(other)).toEqual(inYjs(after))
      }),
      runs,
    )
  })

  test('writes nothing where the text is that text already, however it came to be', () => {
    fc.assert(
      fc.property(anyDoc, anyDoc, (before, after) => {
        const ydoc = byTiptap(before)
        const meta = { mapping: new Map(), isOMark: new Map() }
        ydoc.transact(() => updateYFragment(ydoc, bodyOf(ydoc), Node.fromJSON(editorSchema, after), meta))
        let updates = 0
        ydoc.on('update', () => (updates += 1))
        writeText(ydoc, textIn(ydoc), 'test')
        expect(updates).toBe(0)
      }),
      runs,
    )
  })

  test('of a text with one block more, one less or one moved touches no other block', () => {
    const ydoc = written(say('one', 'two', 'three', 'four'))
    const before = bodyOf(ydoc).toArray()
    const staying = (...places: number[]) =>
      places.map((place) =>
        bodyOf(ydoc)
          .toArray()
          .indexOf(before[place] ?? new Y.XmlText()),
      )
    writeText(ydoc, say('zero', 'one', 'two', 'three', 'three and a half', 'four'), 'test')
    expect(staying(0, 1, 2, 3)).toEqual([1, 2, 3, 5])
    writeText(ydoc, say('one', 'three', 'four'), 'test')
    expect(staying(0, 1, 2, 3)).toEqual([0, -1, 1, 2])
    writeText(ydoc, say('four', 'one', 'three'), 'test')
    expect(staying(0, 2)).toEqual([1, 2])
  })

  test('keeps what others write meanwhile, in other blocks and in the same one', () => {
    const ydoc = written(say('The first.', 'A second paragraph of words.', 'The last.'))
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc))
    const textAt = (place: number) => {
      const block = bodyOf(other).get(place)
      const text = block instanceof Y.XmlElement ? block.get(0) : undefined
      if (!(text instanceof Y.XmlText)) throw new Error('no text there')
      return text
    }
    textAt(0).insert(3, ' very')
    textAt(1).insert(28, ' And more.')
    textAt(2).delete(8, 1)

    writeText(ydoc, say('The first.', 'Another second paragraph made of many words.', 'The last.', 'One more.'), 'test')
    Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(other))
    Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc))
    const both = say('The very first.', 'Another second paragraph made of many words. And more.', 'The last', 'One more.')
    expect(textIn(ydoc)).toEqual(both)
    expect(textIn(other)).toEqual(both)
  })

  test('a word made bold keeps its letters, and the carets in them', () => {
    const ydoc = written(say('plain and bold words'))
    const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
    const caret = Y.createRelativePositionFromTypeIndex(text, 12)
    const bold = { type: 'text', text: 'bold', marks: [{ type: 'bold' }] } as const
    const words: Doc = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'so plain and ' }, bold, { type: 'text', text: ' words' }] }],
    }
    writeText(ydoc, words, 'test')
    expect(textIn(ydoc)).toEqual(words)
    expect(Y.createAbsolutePositionFromRelativePosition(caret, ydoc)?.index).toBe(15)
  })

  test('the origin is that of the transaction, and there is one transaction', () => {
    const ydoc = written(say('one'))
    const origins: unknown[] = []
    ydoc.on('update', (_update: Uint8Array, origin: unknown) => origins.push(origin))
    writeText(ydoc, say('two', 'three'), 'form')
    expect(origins).toEqual(['form'])
  })
})

describe('documents that are no texts', () => {
  const nested = (depth: number) => {
    const ydoc = new Y.Doc()
    let parent: Y.XmlFragment = bodyOf(ydoc)
    for (let level = 0; level < depth; level++) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
    }
    return ydoc
  }

  test('3,000 elements in each other are too deep, not an overflow, and can be brought to a text', () => {
    const ydoc = nested(3_000)
    expect(checkedText(ydoc)).toMatchObject({ ok: false, reason: 'too-deep' })
    writeText(ydoc, say('saved'), 'test')
    expect(textIn(ydoc)).toEqual(say('saved'))
  })

  test('30,000 blocks are too many', () => {
    const ydoc = new Y.Doc()
    bodyOf(ydoc).insert(
      0,
      Array.from({ length: 30_000 }, () => new Y.XmlElement('paragraph')),
    )
    expect(checkedText(ydoc)).toMatchObject({ ok: false, reason: 'too-many-nodes' })
  })

  test('two million characters are too long', () => {
    const ydoc = new Y.Doc()
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('x'.repeat(2_000_000))])
    bodyOf(ydoc).insert(0, [paragraph])
    expect(checkedText(ydoc)).toMatchObject({ ok: false, reason: 'too-long' })
  })

  test('attributes of no text are left out, and a format named like a part of an object changes nothing', () => {
    const ydoc = new Y.Doc()
    const [paragraph, text] = [new Y.XmlElement('paragraph'), new Y.XmlText()]
    bodyOf(ydoc).insert(0, [paragraph])
    paragraph.setAttribute('__proto__', 'x')
    paragraph.setAttribute('onclick', 'x()')
    paragraph.insert(0, [text])
    text.insert(0, 'words', JSON.parse('{"__proto__": {"polluted": true}}'))
    expect(JSON.stringify(docToJson(ydoc))).not.toContain('onclick')
    expect(textIn(ydoc)).toEqual(say('words'))
    expect('polluted' in {}).toBe(false)
  })

  test('values and embeds between the blocks are passed over, and gone once another text is written', () => {
    const ydoc = written(say('words'))
    const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
    text.insertEmbed(2, { image: 'x' })
    expect(textIn(ydoc)).toEqual(say('words'))
    writeText(ydoc, say('other words'), 'test')
    expect(textIn(ydoc)).toEqual(say('other words'))
    expect(text.length).toBe('other words'.length)
  })
})
