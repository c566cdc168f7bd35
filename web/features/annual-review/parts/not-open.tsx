import type { Reason } from '#shared/kernel/verdict.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ReviewFrame } from '../review-lines.ts'

/** Why there are no buttons; nothing where there are, or where no votes are taken from anybody. */
export function NotOpen({ refusal, frame }: { readonly refusal: Reason | null; readonly frame: ReviewFrame }) {
  if (refusal === null || refusal === 'review-is-closed') return null
  return <Notice>{words(refusal, frame)}</Notice>
}

const words = (refusal: Reason, frame: ReviewFrame): string =>
  refusal === 'review-needs-older-account' ? olderAccountWords(frame) : 'You can’t vote at the moment.'

/** From when an account must be to take part in this phase. */
export function olderAccountWords({ year, phase }: Pick<ReviewFrame, 'year' | 'phase'>): string {
  return phase === 'nominations'
    ? `To nominate or review posts of ${year} now, your account must be from before that year. Accounts from that year can take part in the final vote.`
    : `To vote on posts of ${year} or review them, your account must be from before the end of that year.`
}
