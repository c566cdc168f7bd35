import { useCallback, useEffect, useMemo } from 'react'
import type { Post } from '#shared/posts/schema.ts'
import type { FindTarget } from '../../../blocks/votes/vote-presses.ts'
import { reportUnlessClosed } from '../../../data/device/report-unless-closed.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { askVotesSince, useViewer } from '../../../data/viewer.ts'
import type { ActivityView } from '../activity.ts'

/**
 * Votes on the edits of a list: which are mine, as the server and the device know, and what a press
 * is about. `texts`: with these a vote waits on a device that does not hold the page.
 */
export function useEditVotes(activity: readonly ActivityView[], texts: readonly Post[]): FindTarget {
  const device = useDevice()
  const isMember = useViewer().kind === 'member'
  const edits = useMemo(
    () => new Map(activity.flatMap(({ id, at, vote }) => (vote === null ? [] : [[id, { id, at, ...vote }] as const]))),
    [activity],
  )
  const oldest = Math.min(...[...edits.values()].map(({ at }) => at))
  useEffect(() => {
    if (isMember && Number.isFinite(oldest)) void askVotesSince(oldest)
  }, [isMember, oldest])
  useEffect(() => {
    if (device === null) return
    const bring = async () => {
      const { enlivenEdits } = await import('./enliven-edits.ts')
      enlivenEdits(device, [...edits.values()], texts)
    }
    bring().catch(reportUnlessClosed)
  }, [device, edits, texts])
  return useCallback<FindTarget>(
    (kind, id) => {
      const edit = kind === 'revision' ? edits.get(id) : undefined
      return edit && { kind, id, said: edit.tally, authorIds: [edit.writerId] }
    },
    [edits],
  )
}
