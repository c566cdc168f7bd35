import { expect, test } from 'vitest'
import { guideBlocks, guideKeys } from './guide-facts.ts'
import { insertList } from './insert-list.ts'
import { firstTools, moreTools } from './tools.ts'

test('the guide names the key of every tool', () => {
  const told = new Map(guideKeys)
  for (const { keys, label } of [...firstTools, ...moreTools])
    if (keys !== undefined) expect([keys, told.get(keys)?.split(';')[0]]).toEqual([keys, label])
})

test('the guide speaks of what can be inserted, by its label', () => {
  const labels = new Map(insertList.map(({ name, label }) => [name, label]))
  expect(guideBlocks.map(([name]) => [name, labels.get(name)])).toEqual(guideBlocks.map(([name, label]) => [name, label]))
})
