import type { NoticeType } from '../notifications/types.ts'
import { alsoMail } from '../notifications/types.ts'
import { canSeeInlineComments } from './rules.ts'

export const inlineCommentNotices = {
  newCommentOnDraft: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 160 },
    label: 'Comments on drafts I’m working on',
    sentence: ({ who }) => `${who} commented on a draft`,
    reason: () => 'you work on the draft',
    isOfDraft: true,
    canSee: canSeeInlineComments,
  },
} satisfies Readonly<Record<string, NoticeType>>
