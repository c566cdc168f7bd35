/** The process that decodes pictures, seen from the server. A picture that it dies of is `broken`. */
import type { ChildPress, PressOptions } from '#server/files/child-press.ts'
import type { Answered, Asked } from './remake.ts'
import { childPress } from '#server/files/child-press.ts'

export type PicturePress = ChildPress<Asked, Answered>

export function picturePress(options: PressOptions = {}): PicturePress {
  return childPress({ module: new URL('./picture-process.ts', import.meta.url), broken: { fault: 'broken' } }, options)
}
