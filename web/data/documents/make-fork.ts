import { parseRoom, postRoom } from '#shared/documents/rooms.ts'
import { postLimits } from '#shared/posts/fields.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import type { Device } from '../device/device-api.ts'
import type { MakeFork } from './documents-api.ts'
import { freshId } from '../fresh-id.ts'
import { writeNewDocument } from './new-document.ts'

/**
 * Y6, Y11: what somebody wrote where they may not any more becomes a draft of their own, on this
 * device at once.
 */
export function forkOn(device: Device): MakeFork {
  return async (room, text) => {
    const from = parseRoom(room)
    if (from?.kind !== 'post' || device.account === null) return null
    const title =
      (await device.read.get(writings, from.id))?.title ||
      (await device.read.get(posts, from.id))?.title ||
      (await device.documents.get(room))?.title
    const id = freshId()
    await device.commit(createPost, { id, revisionId: freshId(), kind: 'post', lang: 'en' })
    await device.commit(setPostDetail, {
      id,
      detail: {
        field: 'title',
        value: (title ? `Your unsent changes to ${title}` : 'Your unsent changes').slice(0, postLimits.title),
      },
    })
    await writeNewDocument(device, postRoom(id), text, Date.now())
    return postRoom(id)
  }
}
