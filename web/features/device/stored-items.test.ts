import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import type { StoredItem } from '../../data/device/device-api.ts'
import { storedGroups } from './stored-items.ts'

const thing = (changes: Partial<StoredItem>): StoredItem => ({
  id: `thread:${idOf(1)}`,
  kind: 'shape',
  title: null,
  keep: 'visited',
  lastUsed: 1,
  bytes: 100,
  isComplete: true,
  ...changes,
})

test('a post, its discussion and its finished page are one thing, freed together', () => {
  const [kept, ...others] = storedGroups([
    thing({ title: 'On tides', keep: 'pinned' }),
    thing({ id: `/posts/${idOf(1)}/on-tides`, kind: 'page', title: 'On tides', lastUsed: 5, bytes: 50 }),
  ])
  expect(others).toEqual([])
  expect(kept).toMatchObject({
    title: 'On tides',
    href: `/posts/${idOf(1)}/on-tides`,
    keep: 'pinned',
    lastUsed: 5,
    bytes: 150,
    ids: [`thread:${idOf(1)}`, `/posts/${idOf(1)}/on-tides`],
    shape: `thread:${idOf(1)}`,
  })
})

test('one’s own marks cannot be removed, and have no address', () => {
  expect(storedGroups([thing({ id: `me:${idOf(9)}`, keep: 'own' })])).toMatchObject([{ isRemovable: false, href: null }])
})

test('lists go by their names, and the last used stands first', () => {
  const kept = storedGroups([
    thing({ id: '/', kind: 'page' }),
    thing({ id: '/allPosts', kind: 'page', lastUsed: 9 }),
    thing({ lastUsed: 3 }),
  ])
  expect(kept.map(({ title }) => title)).toEqual(['All posts', 'A post', 'Front page'])
})

test('a sequence and its finished page are one thing; its posts are things of their own', () => {
  const things = storedGroups([
    thing({ id: `sequence:${idOf(5)}`, keep: 'pinned' }),
    thing({ id: `/s/${idOf(5)}`, kind: 'page', title: 'On water' }),
    thing({ id: `thread:${idOf(1)}`, title: 'On tides' }),
  ])
  expect(things.map(({ title, href, shape }) => [title, href, shape])).toEqual(
    expect.arrayContaining([
      ['On water', `/s/${idOf(5)}`, `sequence:${idOf(5)}`],
      ['On tides', `/posts/${idOf(1)}`, `thread:${idOf(1)}`],
    ]),
  )
  expect(things).toHaveLength(2)
})
