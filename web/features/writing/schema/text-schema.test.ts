import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { prosemirrorJSONToYXmlFragment, updateYFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '#shared/testing/properties.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { anyDoc } from '#shared/testing/any-text.ts'
import { checkDoc } from '#shared/text/check.ts'
import { isNodeName, markNames, markRules, nodeRules, type AttrRule, type NodeName } from '#shared/text/nodes.ts'
import { textSchema } from './text-schema.ts'

const schema = getSchema([...textSchema])
const names = Object.keys(nodeRules).filter(isNodeName)

test('the editor knows every node and every mark of the table, and no others', () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(names.toSorted())
  // In the same order: from the outermost to the innermost.
  expect(Object.keys(schema.marks)).toEqual([...markNames])
})

test.each(names)('%s has the attributes of the table, with its fallbacks and its judgement', (name) => {
  const spec = schema.nodes[name]?.spec.attrs ?? {}
  const rules: Readonly<Record<string, AttrRule>> = name === 'doc' ? {} : nodeRules[name].attrs
  expect(Object.keys(spec).toSorted()).toEqual(Object.keys(rules).toSorted())
  for (const [attr, rule] of Object.entries(rules)) {
    expect('default' in (spec[attr] ?? {})).toBe(rule.fallback !== undefined)
    expect(spec[attr]?.default).toBe(rule.fallback)
    const { validate } = spec[attr] ?? {}
    expect(() => typeof validate === 'function' && validate({ hostile: true })).toThrow('bad value')
  }
})

test.each(markNames)('the mark %s has the attributes of the table', (name) => {
  expect(Object.keys(schema.marks[name]?.spec.attrs ?? {})).toEqual(Object.keys(markRules[name]))
})

test.each(names)('%s may hold at least what the table says', (name) => {
  const { content, first } = nodeRules[name]
  const type = schema.nodes[name]
  const held: readonly NodeName[] =
    content === 'leaf'
      ? []
      : content === 'code'
        ? ['text']
        : content === 'inline'
          ? ['text', 'hardBreak', 'footnoteRef', 'mathInline', 'mention']
          : content
  for (const inner of held) {
    const start = first === undefined || first === inner ? type?.contentMatch : type?.contentMatch.matchType(schema.nodes[first] ?? type)
    expect(start?.matchType(schema.nodes[inner] ?? schema.nodes['doc'] ?? raise())).not.toBeNull()
  }
})

test('no link leads to a script', () => {
  expect(() => schema.marks['link']?.create({ href: 'javascript:alert(1)' })).toThrow('bad value')
})

test('any text goes from Yjs into the editor and back without a change, and the document is not written to', () => {
  fc.assert(
    fc.property(anyDoc, (doc) => {
      const ydoc = new Y.Doc()
      const fragment = ydoc.getXmlFragment('body')
      prosemirrorJSONToYXmlFragment(schema, doc, fragment)
      const held = checkedText(ydoc)
      const before = Y.encodeStateVector(ydoc)
      const root: Node = yXmlFragmentToProseMirrorRootNode(fragment, schema)
      root.check()
      updateYFragment(ydoc, fragment, root, { mapping: new Map(), isOMark: new Map() })
      expect(Y.encodeStateVector(ydoc)).toEqual(before)
      expect(checkDoc(root.toJSON(), 'essay')).toEqual(held)
    }),
    { numRuns: 200 },
  )
})

function raise(): never {
  throw new Error('not in the schema')
}
