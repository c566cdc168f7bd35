import { expect, test } from 'vitest'
import { askedFor, prefersMarkdown, statesNothing } from './markdown-asked.ts'

test.each([
  ['text/markdown', true],
  ['text/plain', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/markdown, text/html, */*', true],
  ['text/markdown,*/*', true],
  ['text/html;q=0.5, text/plain', true],
  ['text/plain, */*;q=0.1', true],
  ['TEXT/Markdown;q=1.0, text/HTML; q=0.3', true],
  ['text/html, text/markdown', false],
  ['text/html, text/plain', false],
  ['text/plain, text/html', false],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0, text/html;q=0', false],
  ['text/markdown;q=2, text/html;q=0.1', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', false],
  ['application/xhtml+xml, text/plain;q=0.9', false],
  ['application/json, text/plain, */*', false],
  ['text/*', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
  [',,;q=,text/markdownish', false],
])('Accept: %s prefers Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
})

test.each([
  ['/posts/a/b.md', undefined, 'markdown', '/posts/a/b?format=markdown'],
  ['/index.md', undefined, 'markdown', '/?format=markdown'],
  ['/allPosts.md?tag=x&format=html', 'text/html', 'markdown', '/allPosts?tag=x&format=markdown'],
  ['/?format=md', 'text/html', 'markdown', '/?format=md'],
  ['/about?format=markdown', undefined, 'markdown', '/about?format=markdown'],
  ['/about?format=html', 'text/markdown', 'html', '/about?format=html'],
  ['/about?format=pdf', undefined, 'html', '/about?format=pdf'],
  ['/about', 'text/markdown', 'markdown', '/about'],
  ['/about', '*/*', 'html', '/about'],
])('%s with %s is asked as %s of %s', (target, accept, as, sent) => {
  expect(askedFor(target, accept === undefined ? {} : { accept })).toMatchObject({ as, target: sent })
})

test('who would take HTML too is given it where there is no Markdown', () => {
  expect(askedFor('/login', { accept: 'text/markdown, */*' })).toMatchObject({ isExplicit: false })
  expect(askedFor('/login', { accept: 'text/markdown' })).toMatchObject({ isExplicit: true })
  expect(askedFor('/login.md', { accept: '*/*' })).toMatchObject({ isExplicit: true })
})

test('nothing is said by no header, and by one that takes everything', () => {
  expect([undefined, '', '*/*', ' */* '].map(statesNothing)).toEqual([true, true, true, true])
  expect(['text/html', '*/*;q=0.5, text/html'].map(statesNothing)).toEqual([false, false])
})
