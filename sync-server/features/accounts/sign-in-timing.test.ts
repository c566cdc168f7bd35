import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'
import { featureSite } from '../testing/feature-site.ts'

const pairs = 40

// Printed, not asserted: a shared machine decides the rest. safety.md T20 asks for medians within 5
// %.
test('a wrong password takes as long for an account that is there as for one that is not', async () => {
  const site = await featureSite({}, createPasswords())
  await site.browser().signUp('Ada')
  const times = { Ada: [] as number[], Abe: [] as number[] }
  const statuses = new Set<number>()
  for (let n = -3; n < pairs; n += 1) {
    // Past every limit on guessing.
    site.clock.now += 3_600_001
    for (const login of n % 2 === 0 ? (['Ada', 'Abe'] as const) : (['Abe', 'Ada'] as const)) {
      const from = performance.now()
      statuses.add((await site.browser().signIn(login, 'not the right one')).status)
      // The first ones warm the server up.
      if (n >= 0) times[login].push(performance.now() - from)
    }
  }
  const [known, unknown] = [median(times.Ada), median(times.Abe)]
  console.warn(`sign-in refused: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ratio ${(known / unknown).toFixed(3)}`)
  expect([...statuses]).toEqual([401])
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
