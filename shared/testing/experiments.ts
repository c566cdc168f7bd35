import { onTestFinished } from 'vitest'
import type { Experiment } from '../experiments/definitions.ts'
import { experiments } from '../experiments/definitions.ts'

export const lamp: Experiment = {
  ...{ name: 'lamp', description: 'The color of the lamp on the front page', isActive: true },
  groups: [
    { name: 'control', weight: 3 },
    { name: 'green', weight: 1 },
  ],
}
export const over: Experiment = { ...lamp, name: 'bell', description: 'A bell in the evening', isActive: false }
export const decided: Experiment = { ...lamp, name: 'flag', description: 'A flag in the morning', everyone: 'green' }

/** Defines these in place of the product's, until the test is finished. */
export function defineForTest(...defined: readonly Experiment[]): void {
  // The product never writes to it.
  const all = experiments as Experiment[]
  const before = all.splice(0, all.length, ...defined)
  onTestFinished(() => void all.splice(0, all.length, ...before))
}
