import { expect, test } from 'vitest'
import type { Doc, DocNode } from '../text/nodes.ts'
import { idOf } from '../testing/factories.ts'
import { pictureIdOf, pictureSrcset } from './address.ts'
import { picturesIn, withSizes } from './in-text.ts'
import { storedSize, storedWidths } from './limits.ts'

const figure = (src: string, attrs: Record<string, number> = {}): DocNode => ({
  type: 'figure',
  content: [{ type: 'image', attrs: { src, ...attrs } }, { type: 'figcaption' }],
})
const [one, two] = [`/pictures/${idOf(1)}`, `/pictures/${idOf(2)}`]
const text: Doc = {
  type: 'doc',
  content: [
    figure(one),
    { type: 'spoiler', content: [{ type: 'blockquote', content: [figure(two, { width: 9, height: 9 })] }] },
    figure('/pictures/slow-clock.svg'),
    figure('https://elsewhere.example/pictures/x.png'),
    figure(one),
  ],
}

test('uploaded pictures are found wherever they stand, each once; others are not', () => {
  expect([...picturesIn(text)].sort()).toEqual([idOf(1), idOf(2)])
})

test.each([
  `/pictures/${idOf(1)}?w=480`,
  `/pictures/${idOf(1)}/x`,
  '/pictures/',
  `//host/pictures/${idOf(1)}`,
  `/pictures/${idOf(1).slice(0, -1)}A`,
])('%s is not the address of an uploaded picture in a text', (src) => expect(pictureIdOf(src)).toBeNull())

test('a size is written where there was none, and nothing else changes', () => {
  const sized = withSizes(
    text,
    new Map([
      [idOf(1), { width: 30, height: 20 }],
      [idOf(2), { width: 1, height: 1 }],
    ]),
  )
  expect(sized.content[0]).toEqual(figure(one, { width: 30, height: 20 }))
  expect(sized.content[1]).toBe(text.content[1])
  expect(withSizes(sized, new Map([[idOf(1), { width: 5, height: 5 }]]))).toBe(sized)
})

test('the widths that a page offers are those that are kept', () => {
  expect(pictureSrcset(one, 1000)).toBe(`${one}?w=480 480w, ${one}?w=960 960w, ${one} 1000w`)
  expect([pictureSrcset(one, 480), pictureSrcset(one, null), pictureSrcset('/pictures/a.svg', 1000)]).toEqual([null, null, null])
  expect([storedSize(4000, 3000), storedSize(30, 20), storedSize(2000, 32_000), storedSize(60_000, 1)]).toEqual([
    { width: 2400, height: 1800 },
    { width: 30, height: 20 },
    { width: 1000, height: 16_000 },
    { width: 2400, height: 1 },
  ])
  expect(storedWidths(961)).toEqual([480, 960])
})
