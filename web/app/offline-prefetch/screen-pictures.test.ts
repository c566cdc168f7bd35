import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { picturesOfHtml, picturesOfText, pixelsWanted } from './screen-pictures.ts'

const picture = (src: string, width: number | null) => ({ type: 'image', attrs: { src, width, height: 100 } })

test('a screen asks for the pixels that its column shows, at most two a CSS pixel', () => {
  expect([pixelsWanted(390, 3), pixelsWanted(1_440, 1), pixelsWanted(1_440, 2), pixelsWanted(320, 0.5)]).toEqual([780, 720, 1_440, 320])
})

test('of each uploaded picture of a text the narrowest width that fills the screen is fetched, once; others’ pictures are not', () => {
  const [wide, small] = [`/pictures/${idOf(1)}`, `/pictures/${idOf(2)}`]
  // Shaped as a checked text is.
  const doc = {
    type: 'doc',
    content: [
      picture(wide, 3_000),
      { type: 'blockquote', content: [picture(wide, 3_000), picture(small, 200)] },
      picture('https://x.test/a.png', 900),
    ],
  } as unknown as Doc
  expect(picturesOfText(doc, 700).toSorted()).toEqual([`${wide}?w=960`, small])
  expect(picturesOfText(doc, 100_000).toSorted()).toEqual([wide, small])
})

test('the same is read from rendered HTML', () => {
  const src = `/pictures/${idOf(1)}`
  const html = `<p><img src="${src}" srcset="${src}?w=480 480w, ${src}?w=960 960w, ${src} 3000w"><img src="https://x.test/a.png">`
  expect(picturesOfHtml(html, 700)).toEqual([`${src}?w=960`])
  expect(picturesOfHtml(html, 400)).toEqual([`${src}?w=480`])
})
