import type { NoticeType } from '../notifications/types.ts'
import { onSite } from '../notifications/types.ts'

export const voteNotices = {
  karmaPowersGained: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 116 },
    label: 'My votes counting for more',
    sentence: () => 'Your votes count for more now, because your karma has grown',
    reason: () => 'your karma has grown',
  },
} satisfies Readonly<Record<string, NoticeType>>
