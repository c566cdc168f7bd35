import type { Bar } from '#shared/predictions/rules.ts'
import { medianOf } from '#shared/predictions/rules.ts'
import type { PredictionOutcome } from '#shared/predictions/schema.ts'
import { counted } from '../counts.ts'
import type { Given } from './prediction-view.ts'

/** "12 predictions, in the middle 40%". */
export function predictionWords(given: readonly Given[]): string {
  const middle = medianOf(given)
  return middle === null ? 'No predictions yet.' : `${counted(given.length, 'prediction')}, median ${middle}%.`
}

/** "10–19%" */
export const barWords = ({ from, until }: Bar<Given>): string => `${from}–${until}%`

/** "Ada 12%, Ben 15%" */
export const namesIn = ({ given }: Bar<Given>): string => given.map(({ name, percent }) => `${name} ${percent}%`).join(', ')

export const outcomeWords: Readonly<Record<PredictionOutcome['outcome'], string>> = {
  yes: 'Resolved: yes.',
  no: 'Resolved: no.',
  withdrawn: 'The question was canceled.',
}

export const hiddenPredictions = 'Predict to see other people’s predictions.'
