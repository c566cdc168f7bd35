import { expect, test } from 'vitest'
import { pagesIn } from './known.ts'

test('pages that the site names are each there once, core tags among them', () => {
  const water = { name: 'Water', href: '/w/water' }
  const nature = { title: 'Nature', href: '/w/nature', lines: [water, { name: 'Über Uhren', href: '/w/%C3%BCber-uhren' }] }
  const others = { title: 'Uncategorized', href: null, lines: [water, { name: 'Elsewhere', href: '/posts/water' }] }
  expect(pagesIn({ page: { groups: [nature, others] } }).map((choice) => [choice.label, 'id' in choice ? choice.id : null])).toEqual([
    ['Nature', 'nature'],
    ['Water', 'water'],
    ['Über Uhren', 'über-uhren'],
  ])
  expect(pagesIn('<html>')).toEqual([])
})
