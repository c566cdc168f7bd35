import type { NoticeType } from '../notifications/types.ts'
import { alsoMail } from '../notifications/types.ts'

/** Without a word of the message, unless its reader wants them in mails (`messageWords`). */
export const messageNotices = {
  newMessage: {
    ...{ tab: 'messages', standard: alsoMail, follows: [], order: 165 },
    label: 'Private messages',
    sentence: ({ who }) => `${who} sent you a message`,
    reason: () => 'you take part in the conversation',
  },
} satisfies Readonly<Record<string, NoticeType>>
