import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

/**
 * A message that shows a private picture; id `PICTURE:MESSAGE`. By it the server finds who may see
 * the picture: who may read the message now (docs/decisions/0065).
 */
export const MessagePicture = z.object({ id: z.string(), pictureId: Id, messageId: Id })
export type MessagePicture = z.infer<typeof MessagePicture>

export const messagePictures = defineTable({
  name: 'message_pictures',
  row: MessagePicture,
  indexes: [['pictureId', 'messageId']],
  visibility: serverOnly,
  journal: false,
})

export const messagePictureId = (pictureId: string, messageId: string): string => `${pictureId}:${messageId}`
