import { describe, expect, test } from 'vitest'
import { typeset, withinText } from './typeset.ts'

const { math, highlight } = typeset()

describe('maths', () => {
  test('is MathML with its TeX, without a style attribute', () => {
    const html = math('\\frac{a}{b} \\boxed{x} \\begin{matrix}a\\\\[1em]b\\end{matrix} \\underline{y} \\phantom{z} \\tag{1}', true)
    expect(html).toContain('<math')
    expect(html).toContain('display="block"')
    expect(html).toContain('<annotation encoding="application/x-tex">\\frac{a}{b}')
    expect(html).not.toContain(' style=')
  })

  test.each([
    ['an unknown command', '\\nosuchthing{x}'],
    ['an open brace', '\\frac{a'],
    ['a macro bomb', '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a'],
    ['thousands of braces', `${'{'.repeat(2400)}x${'}'.repeat(2400)}`],
    ['too much of it', 'x'.repeat(5001)],
  ])('of %s never throws and makes no style', (_what, tex) => {
    const html = math(tex, false)
    expect(html).toMatch(/^<(code|span)/)
    expect(html).not.toContain(' style=')
  })

  test('cannot make a link, load a picture, or write HTML', () => {
    const html = math(
      '\\href{javascript:alert(1)}{x}\\includegraphics{https://evil.test/x}\\htmlStyle{color:red}{y}\\text{<img src=x onerror=alert(1)>}',
      false,
    )
    expect(html).not.toMatch(/<a\b|<img|href="|style="/)
  })
})

describe('code', () => {
  test('of a known language gets short classes', () => {
    expect(highlight('const a = "b" // 1 < 2', 'js')).toBe(
      '<span class="k">const</span> a = <span class="s">&quot;b&quot;</span> <span class="rem">// 1 &lt; 2</span>',
    )
  })

  test.each(['', 'no-such-language', '__proto__', 'constructor'])('of the language %j is escaped text', (language) => {
    expect(highlight('<script>', language)).toBe('&lt;script&gt;')
  })

  test('that is very long is not coloured', () => {
    expect(highlight('a'.repeat(50_001), 'js')).toBe('a'.repeat(50_001))
  })
})

test('of one text so much is set and coloured, and the rest is shown as it was typed: others wait meanwhile', () => {
  const set = typeset()
  const first = withinText(set)
  const formula = 'x_{1}^{2}+'.repeat(400)
  const shown = Array.from({ length: 25 }, () => first.math(`${formula}y`, true))
  expect(shown.filter((html) => html.includes('<math')).length).toBe(19)
  expect(shown.at(-1)).toBe(`<code>${formula}y</code>`)
  const program = 'const a = "<b>"\n'.repeat(900)
  expect(Array.from({ length: 3 }, () => first.highlight(program, 'js').includes('<span'))).toEqual([true, true, false])
  expect(first.highlight(program, 'js')).toBe(program.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'))
  // The next text has its own.
  expect(withinText(set).highlight(program, 'js')).toContain('<span')
})
