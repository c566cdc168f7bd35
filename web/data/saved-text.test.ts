import { describe, expect, test } from 'vitest'
import { placeOfMutation } from './saved-text.ts'

describe('kept text', () => {
  test.each([
    ['comments.post', { postId: 'p', parentId: 'c' }, 'comment:p:c'],
    ['comments.post', { postId: 'p' }, 'comment:p:'],
    ['comments.edit', { commentId: 'c' }, 'edit:c'],
    ['posts.saveDraft', { postId: '' }, 'post:new'],
    ['posts.publish', { postId: 'p' }, 'post:p'],
    ['votes.set', { vote: 'post:p:approval:1' }, undefined],
  ])('text of %s %o is kept under %s, by the form and by the sign-in that carries it', (mutation, values, place) => {
    expect(placeOfMutation(mutation, values)).toBe(place)
  })
})
