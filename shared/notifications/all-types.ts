/** Every type of notification, a line for each domain that has some. */
import type { NoticeType, NoticeTypeName } from './types.ts'
import { accountNotices } from '../accounts/notification-types.ts'
import { reviewNotices } from '../annual-review/notification-types.ts'
import { commentNotices } from '../comments/notification-types.ts'
import { dialogueNotices } from '../dialogues/notification-types.ts'
import { eventNotices } from '../events/notification-types.ts'
import { importNotices } from '../formats/notification-types.ts'
import { inlineCommentNotices } from '../inline-comments/notification-types.ts'
import { localGroupNotices } from '../local-groups/notification-types.ts'
import { messageNotices } from '../messages/notification-types.ts'
import { curationNotices } from '../moderation/notification-types.ts'
import { postNotices } from '../posts/notification-types.ts'
import { typoNotices } from '../reactions/notification-types.ts'
import { sequenceNotices } from '../sequences/notification-types.ts'
import { voteNotices } from '../votes/notification-types.ts'
import { wikiNotices } from '../wiki/notification-types.ts'
import { mentionNotices } from './notification-types.ts'

const declared = {
  ...accountNotices,
  ...commentNotices,
  ...curationNotices,
  ...dialogueNotices,
  ...eventNotices,
  ...importNotices,
  ...inlineCommentNotices,
  ...localGroupNotices,
  ...mentionNotices,
  ...messageNotices,
  ...postNotices,
  ...reviewNotices,
  ...sequenceNotices,
  ...typoNotices,
  ...voteNotices,
  ...wikiNotices,
} satisfies Readonly<Record<NoticeTypeName, NoticeType>>

export const noticeTypes: Readonly<Record<NoticeTypeName, NoticeType>> = declared

/** Those that are chosen, in the order of the settings. */
export const noticeTypesInOrder: readonly NoticeTypeName[] =
  // The names of a table made by hand right above.
  (Object.keys(declared) as readonly NoticeTypeName[])
    .filter((name) => noticeTypes[name].isFixed !== true)
    .toSorted((a, b) => noticeTypes[a].order - noticeTypes[b].order)

/** About anyone who has a part in a text that is not public. */
export const isOfDraft = (type: NoticeTypeName): boolean => noticeTypes[type].isOfDraft === true
