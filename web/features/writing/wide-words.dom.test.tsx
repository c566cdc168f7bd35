/**
 * The text that is being written is as narrow as its window: a long word breaks, and what cannot
 * break scrolls by itself.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as Y from 'yjs'
import { showHtml } from '../../testing/dom.tsx'
import './editor-styles.ts'
import { makeEditor } from './make-editor.ts'

beforeEach(() => page.viewport(320, 700))
afterEach(() => page.viewport(1_000, 800))

const word = 'Donaudampfschiffahrtselektrizitäten'.repeat(6).slice(0, 200)

/** What stands beyond the window and in no box that scrolls, innermost first. */
function beyond(): readonly string[] {
  const isWide = (one: Element): boolean => one.getBoundingClientRect().right > 321
  const scrolls = (one: Element | null): boolean =>
    one !== null && ((getComputedStyle(one).overflowX !== 'visible' && !isWide(one)) || scrolls(one.parentElement))
  const wide = [...document.querySelectorAll('main *')].filter((one) => isWide(one) && !scrolls(one.parentElement))
  return wide
    .filter((one) => ![...one.children].some(isWide))
    .map((one) => `${one.parentElement?.tagName} ${one.parentElement?.className} > ${one.tagName} ${one.className}`)
}

test.each([
  ['a word of 200 letters', word],
  ['a long address', `https://example.org/${'a-path-without-a-space/'.repeat(8)}`],
  ['emoji in a row', '👩‍👩‍👧‍👦🇨🇭'.repeat(18)],
])('the editor with %s is no wider than a phone', (_what, long) => {
  const text = { type: 'text', text: long }
  const paragraph = { type: 'paragraph', content: [text, { type: 'mathInline', attrs: { tex: 'x_1 + '.repeat(40) } }] }
  const doc = new Y.Doc()
  const place = showHtml('<div class="place essay writing-text"></div>').querySelector<HTMLElement>('.place')
  if (place === null) throw new Error('no place')
  const editor = makeEditor({ doc, awareness: null, ports: null, element: place })
  editor.commands.setContent({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text] },
      paragraph,
      { type: 'spoiler', attrs: { title: long }, content: [paragraph] },
      { type: 'details', attrs: { summary: long }, content: [paragraph] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] },
      { type: 'mathBlock', attrs: { tex: 'x_1 + '.repeat(40) } },
      { type: 'codeBlock', content: [text] },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph', content: [text] }] }] }],
      },
    ],
  })
  expect(editor.getText()).toContain(long)
  const width = document.documentElement.scrollWidth
  expect([width, width > 320 ? beyond() : []]).toEqual([320, []])
  editor.destroy()
  doc.destroy()
})
