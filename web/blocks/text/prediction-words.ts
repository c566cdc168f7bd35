import type { Bar } from '#shared/predictions/rules.ts'
import { medianOf } from '#shared/predictions/rules.ts'
import type { PredictionOutcome } from '#shared/predictions/schema.ts'
import { counted } from '../counts.ts'
import type { Given } from './prediction-view.ts'

/** "12 predictions, in the middle 40%". */
export function predictionWords(given: readonly Given[]): string {
  const middle = medianOf(given)
  return middle === null ? 'Nobody has predicted yet.' : `${counted(given.length, 'prediction')}, in the middle ${middle}%.`
}

/** "10–19%" */
export const barWords = ({ from, until }: Bar<Given>): string => `${from}–${until}%`

/** "Ada 12%, Ben 15%" */
export const namesIn = ({ given }: Bar<Given>): string => given.map(({ name, percent }) => `${name} ${percent}%`).join(', ')

export const outcomeWords: Readonly<Record<PredictionOutcome['outcome'], string>> = {
  yes: 'It turned out to be so.',
  no: 'It turned out not to be so.',
  withdrawn: 'The question was withdrawn.',
}

export const hiddenPredictions = 'What others predict is shown once you have predicted.'
