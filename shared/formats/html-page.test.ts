import { expect, test } from 'vitest'
import { idOf } from '../testing/factories.ts'
import { withinFile } from './html-page.ts'
import { renderDoc } from '../text/render.ts'

const src = `/pictures/${idOf(3)}`
const html = renderDoc(
  {
    type: 'doc',
    content: [{ type: 'figure', content: [{ type: 'image', attrs: { src, alt: 'A tide > a wave', width: 1200, height: 800 } }] }],
  },
  { idPrefix: '', math: () => '', highlight: () => '', rel: 'noopener', siteOrigin: 'https://essays.example', footnotes: 'end' },
)

test('a picture of the site stands in the file itself, without the site’s other widths', () => {
  expect(html).toContain('srcset=')
  const file = withinFile(html, 'https://essays.example', () => 'data:image/webp;base64,AAAA')
  expect(file).toContain('<img src="data:image/webp;base64,AAAA" alt="A tide &gt; a wave" width="1200"')
  expect(file).not.toMatch(/srcset|\/pictures\//u)
})

test('one that is not at hand is asked of the site, by its whole address alone', () => {
  expect(withinFile(html, 'https://essays.example', () => null)).toContain(`<img src="https://essays.example${src}" alt=`)
  expect(withinFile(html, 'https://essays.example', () => null)).not.toContain('srcset')
})
