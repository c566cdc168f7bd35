import type { Tally } from '#shared/votes/schema.ts'

/** The sums that a vote control shows. */
export interface TallyView {
  readonly score: number
  readonly voteCount: number
  readonly agreement: number
  readonly agreementCount: number
}

export function tallyView(tally: Pick<Tally, 'baseScore' | 'approvalVoteCount' | 'agreement' | 'agreementVoteCount'>): TallyView {
  return {
    score: tally.baseScore,
    voteCount: tally.approvalVoteCount,
    agreement: tally.agreement,
    agreementCount: tally.agreementVoteCount,
  }
}
