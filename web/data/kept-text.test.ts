import { describe, expect, test } from 'vitest'
import { parseKept, placeOfDeed } from './kept-text.ts'

describe('kept text', () => {
  test('reads back what was kept', () => {
    expect(parseKept(JSON.stringify({ values: { markdown: 'Half a th' }, at: 5 }))).toEqual({ values: { markdown: 'Half a th' }, at: 5 })
  })

  test('whose it is stays with it', () => {
    expect(parseKept('{"values":{},"at":1,"of":"ada"}')).toEqual({ values: {}, at: 1, of: 'ada' })
    expect(parseKept('{"values":{},"at":1,"of":7}')).toEqual({ values: {}, at: 1 })
  })

  test.each([null, '', '{', '[]', '"a"', '{"values":null,"at":1}', '{"values":{},"at":"1"}'])('%s is nothing kept', (stored) => {
    expect(parseKept(stored)).toBeNull()
  })

  test('what is not text is left out', () => {
    expect(parseKept('{"values":{"a":1,"b":"x"},"at":1}')?.values).toEqual({ b: 'x' })
  })

  test.each([
    ['comments.post', { postId: 'p', parentId: 'c' }, 'comment:p:c'],
    ['comments.post', { postId: 'p' }, 'comment:p:'],
    ['comments.edit', { commentId: 'c' }, 'edit:c'],
    ['posts.saveDraft', { postId: '' }, 'post:new'],
    ['posts.publish', { postId: 'p' }, 'post:p'],
    ['votes.set', { vote: 'post:p:approval:1' }, undefined],
  ])('text of %s %o is kept under %s, by the form and by the sign-in that carries it', (deed, values, place) => {
    expect(placeOfDeed(deed, values)).toBe(place)
  })
})
