import type { NoticeType } from '../notifications/types.ts'
import { links } from '../links.ts'
import { onSite } from '../notifications/types.ts'

export const typoNotices = {
  typoSuggestion: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 130 },
    label: 'Suggested corrections to my posts',
    sentence: ({ who, title }) => `${who} suggested a correction in ${title}`,
    reason: () => 'you wrote the text',
    path: ({ postId, commentId }) => links.typos(commentId ?? postId),
  },
} satisfies Readonly<Record<string, NoticeType>>
