/** The results of a year as files for anybody's own counting. */
import type { ReviewResult } from './schema.ts'

export const exportFiles = ['results.csv', 'votes.csv', 'review.json'] as const
export type ExportFile = (typeof exportFiles)[number]

/** What each column holds, in its order; said beside the files and in the JSON. */
export const exportColumns = {
  results: {
    rank: 'Rank of the post, from 1: votes weigh by their voters’ karma. A post that is gone leaves a gap.',
    title: 'Title of the post.',
    url: 'Address of the post.',
    score: 'Sum of what the votes are worth, every vote weighing the same, to a whole number.',
    votes: 'Number of votes on the post.',
  },
  votes: {
    rank: 'Rank of the post, as in the results.',
    url: 'Address of the post.',
    value: 'What a vote is worth to a whole number, from −9 to 9.',
    count: 'Number of votes on the post that are worth this much.',
  },
} as const

export type ExportTable = keyof typeof exportColumns
type Cells = readonly (string | number)[]

/**
 * Rows of one post, in the order of the columns. Votes are numbers by value, so that neither an
 * order nor a row says anything of a single voter.
 */
export function exportedRows(
  { rank, score, values }: ReviewResult,
  title: string,
  url: string,
): Readonly<Record<ExportTable, readonly Cells[]>> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(Math.round(value), (counts.get(Math.round(value)) ?? 0) + 1)
  const votes = [...counts].toSorted(([one], [other]) => other - one).map(([value, count]) => [rank, url, value, count])
  return { results: [[rank, title, url, Math.round(score), values.length]], votes }
}
