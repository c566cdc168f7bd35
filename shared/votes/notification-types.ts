import type { NoticeType } from '../notifications/types.ts'
import { onSite } from '../notifications/types.ts'

export const voteNotices = {
  karmaPowersGained: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 116 },
    label: 'Increases in my voting power',
    sentence: () => 'Your votes now count for more',
    reason: () => 'your karma has grown',
  },
} satisfies Readonly<Record<string, NoticeType>>
