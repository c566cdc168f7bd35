import { useEffect, useState } from 'react'
import { queueLimits } from '#shared/moderation-queue/schema.ts'
import type { PendingDecisions } from './pending-decisions.ts'
import { sendMutation } from '../../data/mutation.ts'

/**
 * Takes the member who is open, says so again while they are, and lets go afterwards. @returns who
 * has them instead; `null`: this moderator does, or nobody could be asked.
 */
export function useClaim(userId: string | null, { store }: PendingDecisions): string | null {
  const [heldBy, setHeldBy] = useState<string | null>(null)
  useEffect(() => {
    setHeldBy(null)
    if (userId === null) return
    let isOver = false
    const take = async (): Promise<void> => {
      const answer = await sendMutation('reviewClaims.take', { userId })
      if (isOver) return
      const isHeld = answer.outcome === 'rejected' && answer.error.reason === 'claimed-by-other'
      setHeldBy(isHeld ? 'Another moderator' : null)
    }
    take().catch(reportError)
    const timer = setInterval(() => void take().catch(reportError), queueLimits.claimMs / 3)
    return () => {
      isOver = true
      clearInterval(timer)
      // Decided and not sent: nobody else is to decide before that.
      if (store.get().some((one) => one.userId === userId && one.state === 'waiting')) return
      void sendMutation('reviewClaims.release', { userId }).catch(reportError)
    }
  }, [userId, store])
  return heldBy
}
