import type { NoticeType } from '../notifications/types.ts'
import { alsoMail } from '../notifications/types.ts'

export const reviewNotices = {
  postNominated: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 111 },
    label: 'My posts being nominated for the annual review',
    sentence: ({ title }) => `Your post ${title} was nominated for the annual review`,
    reason: () => 'you wrote it',
  },
} satisfies Readonly<Record<string, NoticeType>>
