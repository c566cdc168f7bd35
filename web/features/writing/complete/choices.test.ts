import { describe, expect, test } from 'vitest'
import type { Choice } from './choices.ts'
import { choicesFor } from './choices.ts'
import { triggerIn } from './trigger.ts'

describe('what opens the list', () => {
  test.each([
    ['/', 'block', ''],
    ['words /hea', 'block', 'hea'],
    ['/bullet list', 'block', 'bullet list'],
    ['@', 'member', ''],
    ['thanks to (@li', 'member', 'li'],
    ['@Lina Be', 'member', 'Lina Be'],
    ['see [[the slow', 'post', 'the slow'],
    ['a[[b', 'post', 'b'],
  ] as const)('%j asks for a %s', (before, kind, query) => {
    expect(triggerIn(before)).toMatchObject({ kind, query })
  })

  test.each(['and/or', 'a@b', '/ ', '/a  b', 'https://x', '1/2', '[[closed]]', '[one', '//', '@@'])('%j asks for nothing', (before) => {
    expect(triggerIn(before)).toBeNull()
  })

  test('a long line of signs is looked at once', () => {
    expect(triggerIn(`${'@a '.repeat(33)}!`)).toBeNull()
    expect(triggerIn(`${'/'.repeat(99)}!`)).toBeNull()
  })
})

describe('what is in it', () => {
  const posts = ['The slow clock', 'A clock', 'Über Uhren', 'Clockwork', 'Under'].map((label): Choice => ({
    kind: 'post',
    label,
    hint: '',
    words: [],
    id: label,
  }))
  const labels = (query: string) => choicesFor(posts, query).map(({ label }) => label)

  test('what begins with it comes first, then where a word does, then the rest', () => {
    expect(labels('clock')).toEqual(['Clockwork', 'The slow clock', 'A clock'])
    expect(labels('lock')).toEqual(['The slow clock', 'A clock', 'Clockwork'])
  })
  test('marks over letters and large letters do not count', () => {
    expect(labels('uber')).toEqual(['Über Uhren'])
    expect(labels('UNDER')).toEqual(['Under'])
  })
  test('without a query it is all, without a match nothing', () => {
    expect(labels('')).toHaveLength(5)
    expect(labels('zzz')).toEqual([])
  })
})
