import { expect, test } from 'vitest'
import { showHtml } from '../../testing/dom.tsx'

/** What the browser makes of a paragraph, a title and a stressed word in this language. */
async function looks(lang: string) {
  await showHtml(
    `<h1 class="title" lang="${lang}">x</h1><div class="essay" lang="${lang}"><p>x <em>x</em> <a href="/users/teo">@teo</a></p><blockquote>x</blockquote></div>`,
  )
  const style = (selector: string): CSSStyleDeclaration => getComputedStyle(document.querySelector(selector) ?? document.body)
  const [p, title, em] = [style('.essay p'), style('h1'), style('.essay em')]
  return {
    lines: p.lineBreak,
    words: p.wordBreak,
    title: title.wordBreak,
    slant: em.fontStyle,
    quote: style('blockquote').fontStyle,
    dots: em.textEmphasisStyle,
    hyphens: p.hyphens,
  }
}

const plain = { lines: 'auto', words: 'normal', title: 'normal', slant: 'italic', quote: 'italic', dots: 'none', hyphens: 'auto' }

test.each([
  ['de', plain],
  ['ja', { ...plain, lines: 'strict', title: 'auto-phrase', slant: 'normal', quote: 'normal', dots: 'dot' }],
  ['zh-Hant', { ...plain, lines: 'strict', slant: 'normal', quote: 'normal', dots: 'dot' }],
  ['ko', { ...plain, lines: 'strict', words: 'keep-all', title: 'keep-all', slant: 'normal', quote: 'normal' }],
  ['ar', { ...plain, slant: 'normal', quote: 'normal' }],
  ['hi', { ...plain, slant: 'normal', quote: 'normal' }],
  ['th', { ...plain, slant: 'normal', quote: 'normal' }],
])('a text in %s breaks its lines and stresses its words as that language does', async (lang, expected) => {
  expect(await looks(lang)).toEqual(expected)
})

test('letters that join are never set apart', async () => {
  document.documentElement.dataset['face'] = 'legible'
  await showHtml('<div class="essay" lang="ar"><p>x</p></div><div class="essay" lang="en"><p>x</p></div>')
  const spacing = [...document.querySelectorAll('.essay')].map((each) => getComputedStyle(each).letterSpacing)
  delete document.documentElement.dataset['face']
  expect(spacing[0]).toMatch(/^(?:0px|normal)$/u)
  expect(Number.parseFloat(spacing[1] ?? '')).toBeGreaterThan(0)
})

test('the sign before somebody’s name stays before it amid words from right to left', async () => {
  await showHtml('<div class="essay" lang="ar" dir="rtl"><p><a href="/users/teo">@teo</a> يرتفع الماء</p></div>')
  const text = document.querySelector('a')?.firstChild
  if (!text) throw new Error('no mention')
  const leftOf = (from: number): number => {
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, from + 1)
    return range.getBoundingClientRect().left
  }
  expect(leftOf(0)).toBeLessThan(leftOf(1))
})

test('of titles and headings very long words alone are parted, with a hyphen', async () => {
  await showHtml('<div class="post-head"><h1 class="title" lang="de">x</h1></div><div class="essay" lang="de"><h2>x</h2><h3>x</h3></div>')
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const { hyphens, hyphenateLimitChars } = getComputedStyle(heading) as CSSStyleDeclaration & { readonly hyphenateLimitChars: string }
    expect([hyphens, hyphenateLimitChars], heading.tagName).toEqual(['auto', '18 5 5'])
  }
})
