import type { Reason } from '#shared/kernel/verdict.ts'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { olderAccountWords } from './not-open.tsx'

interface NoReviewNowProps {
  readonly refusal: Reason
  readonly frame: Parameters<typeof olderAccountWords>[0]
}

/** Why the viewer writes no review of a post now. */
export function NoReviewNow({ refusal, frame }: NoReviewNowProps) {
  return (
    <Notice>
      {refusal === 'review-needs-older-account' ? (
        olderAccountWords(frame)
      ) : refusal === 'review-is-closed' ? (
        `No reviews of posts of ${frame.year} are taken at the moment.`
      ) : (
        <RefusalWords of={refusedFor(refusal)} />
      )}
    </Notice>
  )
}
