import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

/** When a member voted last, or when this one vote was cast. */
export const LastVote = ({ at, isOne }: { readonly at: number; readonly isOne: boolean }) => (
  <>
    {isOne ? 'voted' : 'last vote'} <Time at={at} now={useNow()} />
  </>
)
