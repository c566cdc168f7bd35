import type { ShownTally } from '#shared/comments/scores.ts'

/** The sums that a vote control shows. */
export interface TallyView {
  readonly score: number
  readonly voteCount: number
  readonly agreement: number
  readonly agreementCount: number
  /** The post's authors hide the scores of comments: no sum is shown. */
  readonly hasHiddenScore?: true
}

export function tallyView(
  tally: Pick<ShownTally, 'baseScore' | 'approvalVoteCount' | 'agreement' | 'agreementVoteCount' | 'hasHiddenScore'>,
): TallyView {
  return {
    score: tally.baseScore,
    voteCount: tally.approvalVoteCount,
    agreement: tally.agreement,
    agreementCount: tally.agreementVoteCount,
    ...(tally.hasHiddenScore === true && { hasHiddenScore: true }),
  }
}
