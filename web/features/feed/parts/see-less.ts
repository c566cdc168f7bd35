import { setHidden } from '#shared/feed/settings-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'
import type { CardView } from '../feed.load.ts'

/**
 * Says what is wanted less of: the thing, or all by its author. @returns words when it was refused.
 */
export async function seeLess(
  { id, authorId }: Pick<CardView, 'id' | 'authorId'>,
  reason: 'not-interested' | 'seen-enough' | 'not-this-author' | 'low-quality',
  isHidden: boolean,
): Promise<string | null> {
  const itemId = reason === 'not-this-author' ? authorId : id
  return (await mutate(setHidden, { list: 'feed', itemId, isHidden, reason: isHidden ? reason : '' })).message
}
