import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '#shared/testing/properties.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { anyDoc } from '#shared/testing/any-text.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { named } from './align.ts'
import { MarkdownSession, markdownOrigin } from './markdown-session.ts'
import { mergeTexts } from '#shared/documents/merge-texts.ts'
import { readMarkdown } from './read.ts'

const idOf = (number: number): string => String(number).padStart(26, '0')
const withIds = (doc: Doc): Doc => ({
  ...doc,
  content: doc.content.map((block, at) => (block.type === 'footnotes' ? block : { ...block, attrs: { ...block.attrs, id: idOf(at + 1) } })),
})
const say = (...lines: readonly string[]): Doc => ({
  type: 'doc',
  content: lines.map((text, at): DocNode => ({ type: 'paragraph', attrs: { id: idOf(at + 1) }, content: [{ type: 'text', text }] })),
})
const documentOf = (doc: Doc): Y.Doc => {
  const ydoc = new Y.Doc()
  writeText(ydoc, doc, 'test')
  return ydoc
}
const textIn = (ydoc: Y.Doc): Doc => {
  const checked = checkedText(ydoc)
  if (!checked.ok) throw new Error(checked.reason)
  return checked.doc
}
const words = (doc: Doc): readonly string[] => doc.content.map((block) => (block.content ?? []).map(({ text }) => text ?? '').join(''))
const read = (markdown: string): Doc => {
  const reading = readMarkdown(markdown)
  if (reading.kind !== 'read') throw new Error(reading.kind)
  return reading.doc
}

describe('from a text to Markdown and back', () => {
  test('every text is the same text again, with the names of its blocks', () => {
    fc.assert(
      fc.property(anyDoc, (any) => {
        const before = textIn(documentOf(withIds(any)))
        const reading = readMarkdown(docToMarkdown(before))
        if (reading.kind !== 'read') return
        expect(named(reading.doc, before)).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })

  test('nothing is written to the document while nothing was typed', () => {
    fc.assert(
      fc.property(anyDoc, (any) => {
        const ydoc = documentOf(withIds(any))
        const session = new MarkdownSession(ydoc)
        let updates = 0
        ydoc.on('update', () => (updates += 1))
        const taken = session.take(session.begin(), true)
        expect(['same', 'held']).toContain(taken.kind)
        expect(updates).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  test('a change in one block leaves all others as they were, to the last name', () => {
    fc.assert(
      fc.property(fc.array(anyDoc, { minLength: 2, maxLength: 3 }), fc.nat(), (some, choice) => {
        const blocks = some.flatMap(({ content }) =>
          content.filter(({ type }) => type !== 'footnotes' && !JSON.stringify(content).includes('footnoteRef')),
        )
        const line: DocNode = { type: 'paragraph', content: [{ type: 'text', text: 'The line that is changed.' }] }
        const at = choice % (blocks.length + 1)
        const before = textIn(documentOf(withIds({ type: 'doc', content: [...blocks.slice(0, at), line, ...blocks.slice(at)] })))
        const markdown = docToMarkdown(before)
        if (readMarkdown(markdown).kind !== 'read' || !markdown.includes('The line that is changed.')) return
        const after = named(read(markdown.replace('The line that is changed.', 'The line that was changed, and more.')), before)
        expect(after.content.length).toBe(before.content.length)
        for (const [index, block] of before.content.entries()) {
          if (index !== at) expect(after.content[index]).toEqual(block)
          else expect(after.content[index]?.attrs?.['id']).toBe(block.attrs?.['id'])
        }
      }),
      { numRuns: 150 },
    )
  })

  test('no signs are shown for white space at the ends of paragraphs, and what was not touched keeps it', () => {
    const ydoc = documentOf(say('One. ', 'Two.\u00a0', 'Three.'))
    const session = new MarkdownSession(ydoc)
    const markdown = session.begin()
    expect(markdown).toBe('One.\n\nTwo.\u00a0\n\nThree.\n')
    expect(session.take(`${markdown} `).kind).toBe('same')
    expect(session.take(markdown.replace('Three', 'And three')).kind).toBe('taken')
    expect(words(textIn(ydoc))).toEqual(['One. ', 'Two.\u00a0', 'And three.'])
  })

  test('`#` makes the highest heading there is, and moves no other', () => {
    const doc = read('# One\n\n## Two\n\n### Three\n\nFour\n====\n\n```\n# not a heading\n```\n')
    expect(doc.content.map(({ type, attrs }) => (type === 'heading' ? attrs?.['level'] : type))).toEqual([2, 2, 3, 2, 'codeBlock'])
    expect(JSON.stringify(doc)).toContain('# not a heading')
  })
})

describe('what is not taken over', () => {
  test('a fence that is not closed takes nothing into itself', () => {
    const ydoc = documentOf(say('One.', 'Two.'))
    const session = new MarkdownSession(ydoc)
    const markdown = session.begin()
    const taken = session.take(markdown.replace('Two', '```\nTwo'))
    expect(taken).toMatchObject({ kind: 'held', why: { kind: 'open', what: 'code', line: 3 } })
    expect(words(textIn(ydoc))).toEqual(['One.', 'Two.'])
    expect(session.take(markdown.replace('Two.', '```\nTwo.\n```')).kind).toBe('taken')
  })

  test('what would be lost is said first, and taken over when that was seen', () => {
    const ydoc = documentOf(say('One.'))
    const session = new MarkdownSession(ydoc)
    session.begin()
    const typed = 'One [link](javascript:alert) and ![a](javascript:b).'
    expect(session.take(typed)).toMatchObject({ kind: 'held', why: { kind: 'losses' } })
    expect(words(textIn(ydoc))).toEqual(['One.'])
    expect(session.take(typed, true).kind).toBe('taken')
    expect(words(textIn(ydoc)).join()).toContain('One link and a.')
  })

  test('HTML stays the words it is, and is mentioned', () => {
    const session = new MarkdownSession(documentOf(say('One.')))
    expect(session.take('A <div>box</div>')).toMatchObject({ kind: 'taken', notes: [{ what: 'html', where: 'line 1' }] })
  })
})

describe('while others write', () => {
  test('what they wrote in other blocks and in the same one is kept, and shown', () => {
    const ydoc = documentOf(say('The first.', 'A second paragraph of words.', 'The last.'))
    const session = new MarkdownSession(ydoc)
    const markdown = session.begin()
    const [first, second] = ydoc.getXmlFragment('body').toArray()
    for (const [block, at, more] of [
      [first, 3, ' very'],
      [second, 28, ' And theirs.'],
    ] as const) {
      const text = block instanceof Y.XmlElement ? block.get(0) : null
      if (text instanceof Y.XmlText) text.insert(at, more)
    }
    const taken = session.take(`${markdown.replace('A second', 'Another second')}\nMine at the end.\n`)
    expect(words(textIn(ydoc))).toEqual([
      'The very first.',
      'Another second paragraph of words. And theirs.',
      'The last.',
      'Mine at the end.',
    ])
    expect(taken).toMatchObject({ kind: 'merged' })
    expect(taken.kind === 'merged' && taken.markdown).toContain('The very first.')
  })

  test('a block that they took away stays away, and one that they added is there', () => {
    const base = say('One.', 'Two.', 'Three.')
    const theirs: Doc = { ...base, content: base.content.filter((_block, at) => at !== 1) }
    const mine: Doc = {
      ...base,
      content: [...base.content, ...say('Four.').content.map((block) => ({ ...block, attrs: { id: idOf(9) } }))],
    }
    expect(words(mergeTexts(base, mine, theirs))).toEqual(['One.', 'Three.', 'Four.'])
  })

  test('one take is one transaction, of which an undo manager can be told', () => {
    const ydoc = documentOf(say('One.', 'Two.'))
    const manager = new Y.UndoManager(ydoc.getXmlFragment('body'), { trackedOrigins: new Set([markdownOrigin]) })
    const session = new MarkdownSession(ydoc)
    session.take(session.begin().replace('One', 'First').replace('Two', 'Second'))
    expect(words(textIn(ydoc))).toEqual(['First.', 'Second.'])
    expect(manager.undoStack).toHaveLength(1)
    manager.undo()
    expect(words(textIn(ydoc))).toEqual(['One.', 'Two.'])
  })

  test('what was typed before a crash is merged with what has been written since', () => {
    const ydoc = documentOf(say('One.', 'Two.'))
    const markdown = new MarkdownSession(ydoc).begin()
    writeText(ydoc, say('One.', 'Two, theirs.'), 'theirs')
    const session = new MarkdownSession(ydoc)
    session.resume(markdown)
    session.take(markdown.replace('One.', 'One, mine.'))
    expect(words(textIn(ydoc))).toEqual(['One, mine.', 'Two, theirs.'])
  })
})
