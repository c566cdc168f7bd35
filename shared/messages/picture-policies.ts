import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Picture } from '../pictures/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { isSelf } from '../kernel/viewer.ts'
import { picturesIn } from '../pictures/in-text.ts'
import { messagePictures } from './picture-schema.ts'
import { messagePolicy } from './read-policies.ts'
import { messages, stateId } from './schema.ts'
import { canReadForReason } from './staff-reading-rules.ts'
import { staffReadings } from './staff-reading-schema.ts'

/** Of the messages that show one picture so many are asked, the newest first. */
const maxAsked = 100

/**
 * Whether a private picture is shown to somebody: they may read a message that shows it now. Before
 * it stands in one, only who added it sees it. A reading for a reason ends by the clock, also
 * before a job has taken it away.
 */
export async function seesPrivatePicture(
  read: Read,
  viewer: Viewer,
  { id, ownerId }: Pick<Picture, 'id' | 'ownerId'>,
  now: number,
): Promise<boolean> {
  if (viewer.kind === 'visitor') return false
  const shownIn = await read.list(
    defineQuery({
      ...{ table: messagePictures, index: ['pictureId', 'messageId'], equals: [id] },
      ...{ order: 'descending', limit: maxAsked },
    }),
  )
  if (shownIn.length === 0) return isSelf(viewer, ownerId)
  for (const { messageId } of shownIn) {
    const message = await read.get(messages, messageId)
    // Purged meanwhile: what it showed went with its words.
    if (message === undefined || message.body === null || !picturesIn(message.body).includes(id)) continue
    if ((await messagePolicy(message, viewer, read)) !== undefined) return true
    const reading = await read.get(staffReadings, stateId(message.conversationId, viewer.userId))
    if (canReadForReason(viewer, reading, now).allowed) return true
  }
  return false
}
