import { expect, test } from 'vitest'
import { holdings, kindFacts, postKinds, publishedKinds, textKinds } from './kinds.ts'

test('stored names stay', () => {
  expect(postKinds).toEqual(['post', 'question', 'linkpost'])
  expect(textKinds).toEqual(['post', 'question', 'linkpost', 'wiki', 'event'])
  expect(publishedKinds).toEqual(['post', 'question', 'linkpost', 'event'])
  expect(holdings).toEqual(['quickTakes', 'dialogue'])
})

const held = [undefined, ...holdings] as const
test.each(textKinds.flatMap((kind) => held.map((holds) => [kind, holds] as const)))('what is true of a %s that holds %s', (kind, holds) => {
  const isPlain = kind !== 'wiki' && holds !== 'quickTakes'
  expect(kindFacts({ kind, holds })).toEqual({
    name: { post: 'Post', question: 'Question', linkpost: 'Link post', wiki: 'Wiki page', event: 'Event' }[kind],
    word: { post: null, question: 'Question', linkpost: 'Link', wiki: 'Wiki', event: 'Event' }[kind],
    isListed: isPlain,
    isTagged: isPlain,
    isInSequences: isPlain && kind !== 'event',
    feeds: [
      ...(kind === 'question' ? ['questions'] : []),
      ...(kind === 'linkpost' ? ['linkposts'] : []),
      ...(holds === 'dialogue' ? ['dialogues'] : []),
    ],
    isInWiki: kind === 'wiki',
    needsLink: kind === 'linkpost',
    isAsked: kind === 'question',
    isQuestionPage: kind === 'question' && holds === undefined,
    hasText: holds === undefined,
    hasTakes: holds === 'quickTakes',
    hasMessages: holds === 'dialogue',
    isEvent: kind === 'event',
  })
})
