import { expect, test } from 'vitest'
import { paragraph } from '../../testing/factories.ts'
import { changeMetrics } from './metrics.ts'
import { onThisMachine } from '#shared/testing/machine-slowness.ts'

test('of a text beyond what is taken apart, what is alike at both ends counts for nothing', () => {
  const text = 'Water comes back. '.repeat(50_000)
  const at = 450_000
  expect(changeMetrics(paragraph(text), paragraph(`${text.slice(0, at)}!?${text.slice(at)}`))).toEqual({ added: 2, removed: 0 })
  expect(changeMetrics(paragraph(`${text}!?`), paragraph(text))).toEqual({ added: 0, removed: 2 })
})

test('two texts of 0.9 MB are measured in less than a tenth of a second: all other writing waits for it', () => {
  const [before, after] = [paragraph('a b '.repeat(225_000)), paragraph('b a '.repeat(225_000))]
  const began = process.threadCpuUsage()
  const { added, removed } = changeMetrics(before, after)
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(onThisMachine(100))
  expect(Math.min(added, removed)).toBeGreaterThan(800_000)
})
