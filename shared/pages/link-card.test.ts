import { expect, test } from 'vitest'
import { aPost } from '../testing/factories.ts'
import { cardOfPost, linkCardPath, linkCardVersion } from './link-card.ts'

const card = { siteName: 'Lyceum', title: 'On tides', authors: ['Ada', 'Ben'], publishedAt: Date.UTC(2026, 0, 2, 3) }

test.each([
  ['the title', { title: 'On ebbs' }],
  ['an author', { authors: ['Ada', 'Bea'] }],
  ['the order of authors', { authors: ['Ben', 'Ada'] }],
  ['where one name ends', { authors: ['Ada, Ben'] }],
  ['the day', { publishedAt: Date.UTC(2026, 0, 3) }],
  ['the site', { siteName: 'Museum' }],
])('a card with another version of %s has another address', (_what, change) => {
  expect(linkCardVersion({ ...card, ...change })).not.toBe(linkCardVersion(card))
})

test('what is not drawn changes no address', () => {
  expect(linkCardVersion({ ...card, publishedAt: Date.UTC(2026, 0, 2, 23, 59) })).toBe(linkCardVersion(card))
})

test('an address holds nothing but the version', () => {
  expect([linkCardPath('p', card), linkCardPath(null, card, 600)]).toEqual([
    `/card/posts/p/${linkCardVersion(card)}.png`,
    `/card/site/${linkCardVersion(card)}.png?w=600`,
  ])
  expect(linkCardVersion(card)).toMatch(/^[0-9a-f]{16}$/u)
})

test.each([
  ['a draft', { status: 'draft' }],
  ['a removed post', { status: 'removed' }],
  ['one that waits for review', { awaitsReview: true }],
  ['a rejected one', { rejectedReason: 'spam' }],
] as const)('%s has no card', (_what, change) => {
  expect(cardOfPost(aPost(change), ['Ada'], 'Lyceum')).toBeNull()
  expect(cardOfPost(aPost(), ['Ada'], 'Lyceum')).not.toBeNull()
})
