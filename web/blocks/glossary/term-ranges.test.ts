import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { termFinder } from '#shared/glossary/find.ts'
import { termPlaces } from './term-ranges.ts'

/** As much of a page as is read. */
class FakeText {
  readonly data: string

  constructor(data: string) {
    this.data = data
  }

  get length(): number {
    return this.data.length
  }
}

class FakeElement {
  readonly localName: string
  readonly childNodes: readonly (FakeText | FakeElement)[]
  readonly #names: readonly string[]

  constructor(name: string, children: readonly (string | FakeElement)[]) {
    const [localName = '', ...classes] = name.split('.')
    this.localName = localName
    this.#names = [localName, ...classes.map((one) => (one.startsWith('[') ? one : `.${one}`))]
    this.childNodes = children.map((child) => (typeof child === 'string' ? new FakeText(child) : child))
  }

  matches(selectors: string): boolean {
    return selectors.split(', ').some((selector) => this.#names.includes(selector))
  }
}

class FakeRange {
  words = ''
  #start: readonly [FakeText, number] | null = null

  setStart(node: FakeText, at: number): void {
    this.#start = [node, at]
  }

  setEnd(node: FakeText, at: number): void {
    const [from, start] = this.#start ?? [node, 0]
    this.words = from === node ? node.data.slice(start, at) : `${from.data.slice(start)}…${node.data.slice(0, at)}`
  }
}

beforeAll(() => {
  vi.stubGlobal('Text', FakeText)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', { createRange: () => new FakeRange() })
})
afterAll(() => vi.unstubAllGlobals())

const e = (name: string, ...children: readonly (string | FakeElement)[]) => new FakeElement(name, children)
const find = termFinder([
  { id: 'neap', names: ['neap tide', 'neaps'] },
  { id: 'tide', names: ['tide'] },
])

function found(...children: readonly (string | FakeElement)[]): readonly string[] {
  const root: unknown = e('div', ...children)
  // Nothing is asked of it but what the fakes have.
  return termPlaces(root as Element, find).map(({ id, range, block }) => {
    const [shown, place] = [range as unknown, block as unknown]
    const words = shown instanceof FakeRange ? shown.words : ''
    return `${id} in ${place instanceof FakeElement ? place.localName : ''}: ${words}`
  })
}

test.each([
  ['once in a paragraph, and again in the next', [e('p', 'A tide, a tide.'), e('p', 'The tide.')], ['tide in p: tide', 'tide in p: tide']],
  ['over what is emphasised', [e('p', 'A ', e('em', 'neap'), ' tide.')], ['neap in p: neap… tide']],
  ['over the end of a line', [e('p', 'A neap', e('br'), 'tide.')], ['neap in p: neap…tide']],
  [
    'not in links, code, formulas, notes and buttons',
    [e('p', e('a', 'tide'), e('code', 'tide'), e('span.math', 'tide'), e('sup.fn', 'tide'), e('button.term-stop', 'tide'))],
    [],
  ],
  [
    'not in headings, nor in what unfolds by a press',
    [e('h2', 'tide'), e('details', e('summary', 'tide'), e('p', 'tide'))],
    ['tide in p: tide'],
  ],
  [
    'not in what is being written, nor in who says it',
    [e('div.[contenteditable]', e('p', 'tide')), e('textarea', 'tide'), e('p.turn-by', 'tide')],
    [],
  ],
  ['not over a heading', [e('blockquote', 'neap', e('h3', 'x'), ' tide')], ['tide in blockquote: tide']],
  ['not over a link', [e('p', 'neap ', e('a', 'x'), ' tide')], ['tide in p: tide']],
  [
    'in the paragraphs of a list, by themselves',
    [e('ul', e('li', 'neap', e('p', 'tide'), 'neaps'))],
    ['tide in p: tide', 'neap in li: neaps'],
  ],
  ['in words that stand in no paragraph', ['The tide'], ['tide in div: tide']],
  [
    'in tables and quotations',
    [e('table', e('tr', e('td', 'tide'))), e('blockquote', e('p', 'tide'))],
    ['tide in td: tide', 'tide in p: tide'],
  ],
])('terms are found %s', (_where, children, expected) => {
  expect(found(...children)).toEqual(expected)
})
