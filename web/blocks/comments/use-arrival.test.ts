import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { links } from '#shared/links.ts'
import { commentIdOf } from './use-arrival.ts'

test('a comment that was sent is known by its address, also in the discussion of a page of the wiki', () => {
  const place = { id: idOf(1), slug: 'tides' }
  for (const address of [
    links.commentInThread(place, idOf(5)),
    links.commentInThread({ ...place, kind: 'wiki' }, idOf(5)),
    links.wikiDiscussion('tides', { lens: 'x', commentId: idOf(5) }),
  ])
    expect(commentIdOf(address)).toBe(idOf(5))
  expect(commentIdOf(links.post(place))).toBe(null)
})
