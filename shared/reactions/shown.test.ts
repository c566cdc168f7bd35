import { expect, test } from 'vitest'
import type { ReactionView } from './shown.ts'
import { reactionView, withMine } from './shown.ts'

const part = (reaction: string) => ({ part: reaction, reaction, quote: null })
const said: readonly ReactionView[] = [reactionView(part('agree'), 3), reactionView(part('heart'), 1)]
const mine = (reaction: string, value: -1 | 0 | 1, tallied: -1 | 0 | 1, low: { for: number; against: number } | null = null) => ({
  ...part(reaction),
  value,
  tallied,
  low,
})
const brief = (views: readonly ReactionView[]) => views.map(({ part: name, net, mine: my }) => [name, net, my ?? 0])

test.each([
  [
    'nothing of mine',
    [],
    [
      ['agree', 3, 0],
      ['heart', 1, 0],
    ],
  ],
  [
    'one that the counts do not hold yet',
    [mine('heart', 1, 0)],
    [
      ['agree', 3, 0],
      ['heart', 2, 1],
    ],
  ],
  [
    'one that they hold',
    [mine('heart', 1, 1)],
    [
      ['agree', 3, 0],
      ['heart', 1, 1],
    ],
  ],
  [
    'one that is turned against',
    [mine('agree', -1, 1)],
    [
      ['agree', 1, -1],
      ['heart', 1, 0],
    ],
  ],
  ['one that is taken back and was the only one', [mine('heart', 0, 1)], [['agree', 3, 0]]],
  [
    'a new one',
    [mine('typo', 1, 0)],
    [
      ['agree', 3, 0],
      ['heart', 1, 0],
      ['typo', 1, 1],
    ],
  ],
  [
    'one against, by which it falls to nothing',
    [mine('heart', -1, 0)],
    [
      ['agree', 3, 0],
      ['heart', 0, -1],
    ],
  ],
  [
    'one that is shown only to those who took part',
    [mine('why', 1, 1, { for: 2, against: 3 })],
    [
      ['agree', 3, 0],
      ['heart', 1, 0],
      ['why', -1, 1],
    ],
  ],
  [
    'that one, taken back',
    [mine('why', 0, 1, { for: 2, against: 3 })],
    [
      ['agree', 3, 0],
      ['heart', 1, 0],
    ],
  ],
] as const)('shown with %s', (_what, rows, expected) => {
  expect(brief(withMine(said, rows))).toEqual(expected)
})

test('the most agreed with comes first', () => {
  expect(brief(withMine([reactionView(part('agree'), 2), reactionView(part('heart'), 2)], [mine('heart', 1, 0)]))[0]).toEqual([
    'heart',
    3,
    1,
  ])
})
