import type { ReviewScore } from '#shared/annual-review/count.ts'

/** The seven steps of a vote, with what each is worth within the budget. */
export const steps = [
  { score: 1, word: '−9', meaning: 'Strongest against' },
  { score: 2, word: '−4', meaning: 'Strong against' },
  { score: 3, word: '−1', meaning: 'Against' },
  { score: 4, word: '0', meaning: 'Neutral' },
  { score: 5, word: '+1', meaning: 'Good' },
  { score: 6, word: '+4', meaning: 'Quite important' },
  { score: 7, word: '+9', meaning: 'Extremely important' },
] as const satisfies readonly { readonly score: ReviewScore; readonly word: string; readonly meaning: string }[]

/** Under the buttons of a post. */
export function wordsFor(score: ReviewScore, cost: number): string {
  const step = steps.find((one) => one.score === score)
  if (step === undefined) return 'No vote yet'
  return cost === 0 ? step.meaning : `${step.meaning}, ${cost} ${cost === 1 ? 'point' : 'points'}`
}
