import { expect, test } from 'vitest'
import { counted, points, signed } from './counts.ts'

test('counts and scores are written as people write them', () => {
  expect([counted(1, 'comment'), counted(1200, 'comment'), counted(0, 'reply', 'replies'), signed(-3)]).toEqual([
    '1 comment',
    '1,200 comments',
    '0 replies',
    '−3',
  ])
  expect([points(1), points(-1), points(9)]).toEqual(['1 point', '−1 point', '9 points'])
})
