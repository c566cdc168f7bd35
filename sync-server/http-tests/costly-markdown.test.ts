/**
 * Markdown made to keep the server busy: it is answered all the same, and so are others meanwhile.
 */
import { describe, expect, test } from 'vitest'
import { expectUnharmed, refusals } from './testing/refusals.ts'

const { site, cast, refused } = refusals()

describe('markdown made to hurt', () => {
  const pathological: readonly (readonly [string, string])[] = [
    ['brackets', '['.repeat(100_000)],
    ['closing brackets', ']'.repeat(100_000)],
    ['links within links', '[a]('.repeat(20_000)],
    ['quotes', '>'.repeat(20_000) + 'x'],
    ['nested lists', Array.from({ length: 1_000 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['stars', '*'.repeat(50_000) + 'a'],
    ['alternating emphasis', '*a_ '.repeat(20_000)],
    ['backticks', Array.from({ length: 800 }, (_, n) => '`'.repeat(n)).join(' ')],
    ['angle brackets', '<'.repeat(50_000)],
    ['entities', '&'.repeat(50_000)],
    ['a wide table', `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n|${'b|'.repeat(5_000)}`],
    ['a long table', `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(20_000)}`],
    ['links by the thousand', Array.from({ length: 5_000 }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')],
    [
      'footnotes',
      Array.from({ length: 3_000 }, (_, n) => `[^${n}]`).join('') +
        '\n\n' +
        Array.from({ length: 3_000 }, (_, n) => `[^${n}]: [^${n}]`).join('\n'),
    ],
    ['dollars', '$'.repeat(50_000)],
    ['nested maths', `$${'{'.repeat(5_000)}${'}'.repeat(5_000)}$`],
    ['heavy maths', `$$${'\\frac{1}{'.repeat(800)}1${'}'.repeat(800)}$$`],
    ['macros', '$\\def\\a{\\a\\a}\\a$'],
    ['headings', '# a\n'.repeat(20_000)],
    ['escapes', '\\'.repeat(100_000)],
    ['images', '![a]('.repeat(20_000)],
    ['references', Array.from({ length: 5_000 }, (_, n) => `[a${n}]: /u`).join('\n') + '[a1]'.repeat(5_000)],
    ['spaces', `a${' '.repeat(200_000)}b`],
    ['tabs', '\t'.repeat(50_000) + 'x'],
    ['autolinks', 'http://a.'.repeat(20_000)],
    ['code fences', '```\n'.repeat(20_000)],
  ]
  // A preview goes the whole way, from text to page, and may be asked for at will: both profiles
  // are parsed by the same code.
  test.each(pathological)('%s', async (what, markdown) => {
    const started = performance.now()
    const answer = await refused([200, 400, 413], () =>
      cast()
        .member.postForm(
          'posts.publish',
          { postId: '', title: 'Hurt', markdown, lang: 'en', kind: 'post', action: 'preview', from: '/newPost' },
          { accept: 'text/html' },
        )
        .then((found) => ({ ...found, bytes: Math.min(found.bytes, 1_000) })),
    )
    const ms = performance.now() - started
    if (ms > 1_000) console.warn(`slow: ${what}: ${answer.status} in ${Math.round(ms)} ms`)
  })

  test('others go on being answered meanwhile', async () => {
    const worst = Promise.all(
      pathological.slice(0, 6).map(([, markdown]) =>
        cast().member.postForm('posts.publish', {
          postId: '',
          title: 'Hurt',
          markdown,
          lang: 'en',
          kind: 'post',
          action: 'preview',
          from: '/newPost',
        }),
      ),
    )
    const started = performance.now()
    expect((await site.visitor().get('/about')).status).toBe(200)
    console.warn(`a page beside six hurtful previews: ${Math.round(performance.now() - started)} ms`)
    await worst
  })
})

test('after all this the server runs, and none of it was an error of its own', async () => {
  await expectUnharmed(site)
})
