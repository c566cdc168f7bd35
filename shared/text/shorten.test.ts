import { describe, expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { shortened } from './shorten.ts'

describe('a text that is too long', () => {
  test.each([
    ['English', 'The speeds belong, to the sky.', 20, 'The speeds belong…'],
    ['a word longer than the room', 'a'.repeat(50), 10, `${'a'.repeat(9)}…`],
    ['Japanese, between words', '東京都の天気は晴れです。明日も晴れるでしょう。', 9, '東京都の天気は…'],
    ['Japanese, after a space far in front', '天気 東京都の気温は二十度くらいです', 12, '天気 東京都の気温は…'],
    ['Chinese', '我们今天去学校学习中文', 7, '我们今天去…'],
    ['Thai', 'ภาษาไทยเป็นภาษาที่สวยงาม', 12, 'ภาษาไทยเป็น…'],
    ['Korean', '한국어 문장은 띄어쓰기를 합니다', 13, '한국어 문장은…'],
    ['Hindi', 'यह हिन्दी का एक वाक्य है', 10, 'यह हिन्दी…'],
    ['Arabic', 'هذه جملة، باللغة العربية', 12, 'هذه جملة…'],
    ['a Japanese stop', '今日は晴れ。明日も晴れるでしょう', 7, '今日は晴れ…'],
  ])('is cut in %s', (_language, text, most, expected) => {
    expect(shortened(text, most)).toBe(expected)
  })

  test.each([
    ['a family', '👨‍👩‍👧‍👦'.repeat(5), 15],
    ['a flag', '🇩🇪'.repeat(10), 11],
    ['a letter with marks', 'e\u0301\u0323'.repeat(20), 12],
    ['a syllable of Hindi', 'क्षि'.repeat(20), 12],
    ['Hangul in parts', '각'.normalize('NFD').repeat(20), 12],
  ])('is never cut inside %s', (_what, text, most) => {
    const short = shortened(text, most)
    const clusters = new Set(Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment))
    for (const { segment } of new Intl.Segmenter('und').segment(short.slice(0, -1))) expect(clusters).toContain(segment)
    expect(short.length).toBeGreaterThan(1)
    expect(short.length).toBeLessThanOrEqual(most)
  })

  test('is a beginning of it, no longer than asked, and whole where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 60 }), (text, most) => {
        const short = shortened(text, most)
        if (text.length <= most) expect(short).toBe(text)
        else expect([short.length <= most, short.endsWith('…'), text.startsWith(short.slice(0, -1))]).toEqual([true, true, true])
      }),
    )
  })
})
