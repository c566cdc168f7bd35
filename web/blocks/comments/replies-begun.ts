import { isId } from '#shared/kernel/ids.ts'
import type { SavedDraft } from '../../data/device/device-api.ts'

/**
 * Ids of the comments under a post to which a reply was begun and not sent, the newest first.
 * Places are named by `placeOfMutation`.
 */
export function repliesBegun(drafts: readonly SavedDraft[], postId: string): readonly string[] {
  return drafts.flatMap(({ place, values, binnedAt }) => {
    const [kind, under, parentId = ''] = place.split(':')
    const isEmpty = Object.values(values).every((text) => text.trim() === '')
    return kind === 'comment' && under === postId && isId(parentId) && binnedAt === null && !isEmpty ? [parentId] : []
  })
}
