import { expect, test } from 'vitest'
import { slugify } from './slug.ts'

test.each([
  ['What the tide tables know', 'what-the-tide-tables-know'],
  ['Don’t panic, it’s fine!', 'dont-panic-its-fine'],
  ['Über Leimöl & Straße', 'uber-leimol-strasse'],
  ['Inês Caldeira', 'ines-caldeira'],
  ['سبعة من عشرة', 'سبعة-من-عشرة'],
  ['  --- ', ''],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['../../etc/passwd', 'etc-passwd'],
])('the slug of "%s" is "%s"', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a long title is cut at a word within 60 characters', () => {
  const slug = slugify('one '.repeat(40))
  expect(slug.length).toBeLessThanOrEqual(60)
  expect(slug.endsWith('one')).toBe(true)
})
