import { describe, expect, test } from 'vitest'
import { checkDoc } from './check.ts'
import { markdownToDoc } from './markdown-in.ts'
import { docToMarkdown } from './markdown-out.ts'
import { excerpt, plainText } from './measure.ts'
import { attrText, versionOf, type Doc, type DocNode } from './nodes.ts'
import { renderDoc } from './render.ts'
import { plainOptions } from './well-formed.ts'

const read = (markdown: string): Doc => markdownToDoc(markdown, 'essay').doc
const first = (markdown: string): DocNode | undefined => read(markdown).content[0]
const html = (markdown: string, pollsOf?: string): string => renderDoc(read(markdown), { ...plainOptions, idPrefix: '', pollsOf })
const option = (uid: string, text = uid): DocNode => ({ type: 'pollOption', attrs: { uid, text } })
const poll = (attrs: Record<string, unknown>, ...content: readonly DocNode[]) => ({
  type: 'doc',
  content: [{ type: 'poll', attrs: { uid: 'p', question: 'Which?', ...attrs }, content }],
})
const fault = (value: unknown, profile: 'essay' | 'comment' = 'essay'): string => {
  const checked = checkDoc(value, profile)
  return checked.ok ? 'ok' : `${checked.reason} at ${checked.path}`
}

describe('texts of version 1', () => {
  const old = {
    type: 'doc',
    attrs: { v: 1 },
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'a ==b== c', marks: [{ type: 'link', attrs: { href: '/x' } }, { type: 'bold' }] }],
      },
      { type: 'spoiler', attrs: { title: 'End' }, content: [{ type: 'paragraph' }] },
    ],
  }

  test('are texts of version 2 as they stand, whichever of the two they name', () => {
    const checked = checkDoc(old, 'essay')
    expect(checked).toEqual({ ok: true, doc: { type: 'doc', content: old.content } })
    expect(checkDoc({ ...old, attrs: { v: 2 } }, 'essay')).toEqual(checked)
    expect(checked.ok && versionOf(checked.doc)).toBe(1)
    expect(fault({ ...old, attrs: { v: 3 } })).toBe('bad-attribute at attrs.v')
  })

  test('keep signs that mean something since version 2 as the letters they were', () => {
    const checked = checkDoc(old, 'essay')
    if (!checked.ok) throw new Error(checked.reason)
    expect(markdownToDoc(docToMarkdown(checked.doc), 'essay').doc).toEqual(checked.doc)
  })
})

describe('highlighted words', () => {
  test('are written with two signs on each side, and rendered as a mark', () => {
    expect(html('a ==bright *and* slanted== b')).toBe('<p>a <mark>bright <em>and</em> slanted</mark> b</p>')
    expect(docToMarkdown(read('a ==bright *and* slanted== b'))).toBe('a ==bright *and* slanted== b\n')
    expect(versionOf(read('a ==b=='))).toBe(2)
  })

  test.each(['a == b', 'a === b', '==', 'a ==b', 'x = y', '== a =='])('%s is none', (markdown) => {
    expect(html(markdown)).toBe(`<p>${markdown}</p>`)
  })
})

describe('text of a machine', () => {
  test('says which, and is not the beginning of the author’s words', () => {
    const markdown = ':::machine GPT-2\n\nOnce.\n\n:::\n\nI wrote this.'
    expect(html(markdown)).toBe(
      '<section class="machine" aria-label="Written by GPT-2"><p class="machine-by">Written by <bdi>GPT-2</bdi></p><p>Once.</p></section>\n<p>I wrote this.</p>',
    )
    expect(excerpt(read(markdown), 100)).toBe('I wrote this.')
    expect(html(':::machine\n\na\n\n:::')).toContain('Written by <bdi>a machine</bdi>')
  })

  test('may stand in a comment as well', () => {
    expect(markdownToDoc(':::machine GPT-2\n\nOnce.\n\n:::', 'comment').doc.content[0]?.type).toBe('machineText')
  })
})

describe('a poll', () => {
  const typed = ':::poll{uid=p7 multiple closes=2027-01-31T12:00Z results=afterVoting} Tea, or <coffee>?\n- {a} Tea\n- {b} *Coffee*\n:::'

  test('reads and writes all of itself', () => {
    expect(first(typed)).toEqual({
      type: 'poll',
      attrs: {
        uid: 'p7',
        question: 'Tea, or <coffee>?',
        multiple: true,
        closesAt: Date.UTC(2027, 0, 31, 12),
        resultsVisible: 'afterVoting',
      },
      content: [option('a', 'Tea'), option('b', '*Coffee*')],
    })
    expect(docToMarkdown(read(typed))).toBe(`${typed}\n`)
    expect(plainText(read(typed))).toBe('Tea, or <coffee>? Tea *Coffee*')
  })

  test('typed without names gets them by its place', () => {
    const doc = read(':::poll One?\n\n- yes\n- no\n\n:::\n\n:::poll{uid=poll-1} Two?\n* yes\n* no\n:::')
    expect(doc.content.map((node) => attrText(node, 'uid'))).toEqual(['poll-1', 'poll-2'])
    expect(doc.content[0]?.content).toEqual([option('o1', 'yes'), option('o2', 'no')])
  })

  test.each([
    [':::poll Question\n- only one\n:::', 'one option'],
    [':::poll Question\n- a\n- b', 'no end'],
    [':::poll\n- a\n- b\n:::', 'no question'],
    [`:::poll Question\n${'- a\n'.repeat(21)}:::`, 'twenty-one options'],
  ])('%j is none: %s', (markdown) => {
    expect(first(markdown)?.type).not.toBe('poll')
  })

  test('in a comment is a question with a list', () => {
    const { doc, dropped } = markdownToDoc(typed, 'comment')
    expect(doc.content.map(({ type }) => type)).toEqual(['paragraph', 'bulletList'])
    expect(dropped).toMatchObject([{ what: 'poll' }])
    expect(fault(poll({}, option('a'), option('b')), 'comment')).toBe('not-in-this-profile at content[0].type')
  })

  test.each([
    ['an empty question', poll({ question: ' ' }, option('a'), option('b')), 'bad-attribute at content[0].attrs.question'],
    ['a long one', poll({ question: 'x'.repeat(301) }, option('a'), option('b')), 'bad-attribute at content[0].attrs.question'],
    ['a long option', poll({}, option('a'), option('b', 'x'.repeat(201))), 'bad-attribute at content[0].content[1].attrs.text'],
    ['one option', poll({}, option('a')), 'too-few-parts at content[0].content'],
    ['twenty-one', poll({}, ...Array.from({ length: 21 }, (_, at) => option(`o${at}`))), 'too-many-parts at content[0].content'],
    ['two options of one name', poll({}, option('a'), option('a', 'b')), 'two-options-of-one-name at content[0].content'],
    ['a name with signs', poll({ uid: 'a:b' }, option('a'), option('b')), 'bad-attribute at content[0].attrs.uid'],
    ['a time that is none', poll({ closesAt: 1e15 }, option('a'), option('b')), 'bad-attribute at content[0].attrs.closesAt'],
    [
      'other words for its results',
      poll({ resultsVisible: 'never' }, option('a'), option('b')),
      'bad-attribute at content[0].attrs.resultsVisible',
    ],
  ])('with %s is refused', (_what, value, expected) => {
    expect(fault(value)).toBe(expected)
  })

  test('twice under one name is refused', () => {
    const { content } = poll({}, option('a'), option('b'))
    expect(fault({ type: 'doc', content: [...content, ...content] })).toBe('two-polls-of-one-name at content[1].attrs.uid')
  })

  test('on its post is a form, elsewhere words', () => {
    expect(html(typed, 'post-1')).toContain('<form class="poll" id="poll-p7" method="post" action="/api/form/polls.vote" data-poll="p7">')
    expect(html(typed, 'post-1')).toContain('<input type="checkbox" name="o-a" value="on">')
    expect(html(typed, 'post-1')).toContain('Tea, or &lt;coffee&gt;?')
    expect(html(typed)).not.toContain('<form')
  })
})

describe('a prediction question', () => {
  const typed = ':::prediction{uid=q7 by=2027-01-31T12:00Z} Rain in <Paris>?\n- By the *gauge* at Montsouris.\n:::'
  const asked = (attrs: Record<string, unknown>) => ({
    type: 'doc',
    content: [{ type: 'prediction', attrs: { uid: 'q', title: 'Rain?', ...attrs } }],
  })

  test('reads and writes all of itself', () => {
    expect(first(typed)).toEqual({
      type: 'prediction',
      attrs: { uid: 'q7', title: 'Rain in <Paris>?', notes: 'By the *gauge* at Montsouris.', resolvesBy: Date.UTC(2027, 0, 31, 12) },
    })
    expect(docToMarkdown(read(typed))).toBe(`${typed}\n`)
    expect(plainText(read(typed))).toBe('Rain in <Paris>? By the *gauge* at Montsouris.')
    expect(versionOf(read(typed))).toBe(2)
  })

  test('typed without a name gets one by its place, apart from those of polls', () => {
    const doc = read(
      ':::prediction One?\n:::\n\n:::poll{uid=prediction-1} Two?\n- yes\n- no\n:::\n\n:::prediction{uid=prediction-1} Three?\n:::',
    )
    const uids = doc.content.map((node) => attrText(node, 'uid'))
    expect(uids[0]).toBe('prediction-1')
    expect(new Set(uids).size).toBe(3)
  })

  test.each([
    [':::prediction Question', 'no end'],
    [':::prediction\n:::', 'no question'],
    [':::prediction Question\nwords\n:::', 'something else in it'],
  ])('%j is none: %s', (markdown) => {
    expect(first(markdown)?.type).not.toBe('prediction')
  })

  test('in a comment is words', () => {
    const { doc, dropped } = markdownToDoc(typed, 'comment')
    expect(doc.content.map(({ type }) => type)).toEqual(['paragraph', 'paragraph'])
    expect(dropped).toMatchObject([{ what: 'prediction question' }])
    expect(fault(asked({}), 'comment')).toBe('not-in-this-profile at content[0].type')
  })

  test.each([
    ['an empty question', asked({ title: ' ' }), 'bad-attribute at content[0].attrs.title'],
    ['long notes', asked({ notes: 'x'.repeat(1_001) }), 'bad-attribute at content[0].attrs.notes'],
    ['a time that is none', asked({ resolvesBy: 1e15 }), 'bad-attribute at content[0].attrs.resolvesBy'],
    ['an outcome, which is no part of a text', asked({ outcome: 'yes' }), 'unknown-attribute at content[0].attrs.outcome'],
  ])('with %s is refused', (_what, value, expected) => {
    expect(fault(value)).toBe(expected)
  })

  test('under the name of a poll is refused', () => {
    const { content } = asked({ uid: 'p' })
    const both = { type: 'doc', content: [...content, ...poll({}, option('a'), option('b')).content] }
    expect(fault(both)).toBe('two-polls-of-one-name at content[1].attrs.uid')
  })

  test('on its post is a form, elsewhere words', () => {
    expect(html(typed, 'post-1')).toContain(
      '<form class="poll prediction" id="prediction-q7" method="post" action="/api/form/predictions.set" data-prediction="q7">',
    )
    expect(html(typed, 'post-1')).toContain('<input class="input" type="number" name="percent" min="1" max="99" step="1" required>')
    expect(html(typed)).toContain('Rain in &lt;Paris&gt;?')
    expect(html(typed)).not.toContain('<form')
  })
})
