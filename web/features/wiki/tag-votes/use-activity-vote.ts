import { useState } from 'react'
import type { VoteValue } from '#shared/votes/schema.ts'
import { voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'
import { useRefresh } from '../../../data/navigation.ts'
import { useViewer } from '../../../data/viewer.ts'

/**
 * Votes from the table of votes, which is made by the server: it is asked for anew. `vote` is
 * `null` for visitors, whose forms are sent as they are.
 */
export function useActivityVote() {
  const viewer = useViewer()
  const refresh = useRefresh()
  const [statusText, setStatusText] = useState<string | null>(null)
  const vote = async (postId: string, tagId: string, value: VoteValue): Promise<void> => {
    const { message: words } = await mutate(voteOnTag, { postId, tagId, value }, { first: 'server' })
    setStatusText(words)
    if (words === null) await refresh()
  }
  const start = (postId: string, tagId: string, value: VoteValue): void => void vote(postId, tagId, value).catch(reportError)
  return { vote: viewer.kind === 'visitor' ? null : start, statusText }
}
