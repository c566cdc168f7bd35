import { expect, test } from 'vitest'
import { askedBeginning } from './beginning.ts'

const asked = (query: string) => askedBeginning(new URLSearchParams(query))

test.each([
  ['', 'post'],
  ['category=post', 'post'],
  ['category=question', 'question'],
  ['question=true', 'question'],
  ['question=false', 'post'],
  ['category=linkpost', 'linkpost'],
  ['category=quickTake', 'quickTake'],
  ['category=constructor', 'post'],
])('%j begins a %s', (query, kind) => {
  expect(asked(query)).toMatchObject({ kind, coming: [] })
})

test('a tag comes from either name of it, without commas, and beside that of a post about the site', () => {
  expect(asked('tagId=Rationality').tags).toEqual(['Rationality'])
  expect(asked('subforumTagId=Tides,Moons&meta=true').tags).toEqual(['Tides Moons', 'Meta'])
  expect(asked(`tagId=${'x'.repeat(500)}&meta=false`).tags).toEqual([])
})

test('a question may be asked under another, and nothing else may', () => {
  const parent = '0123456789abcdefghjkmnpqrs'
  expect(asked(`category=question&parentId=${parent}`).parentQuestionId).toBe(parent)
  expect(asked(`category=linkpost&parentId=${parent}`).parentQuestionId).toBe('')
  expect(asked('category=question&parentId=../x').parentQuestionId).toBe('')
})

test.each([
  ['groupId=abc', ['group']],
  ['eventForm=true&templateId=abc', ['event-copy']],
  ['af=true', ['other-site']],
  ['eventForm=false&groupId=&af=0', []],
])('%j asks for what is not here yet: %j', (query, coming) => {
  expect(asked(query)).toMatchObject({ kind: 'post', coming })
})

test.each([
  ['eventForm=true', true],
  ['eventForm=true&groupId=abc', true],
  ['eventForm=true&templateId=abc', false],
  ['eventForm=false', false],
])('%j asks for an event: %s', (query, isEvent) =>
  expect(asked(query)).toMatchObject({ isEvent, coming: query.includes('templateId') ? ['event-copy'] : [] }),
)
