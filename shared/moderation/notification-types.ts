import type { NoticeType } from '../notifications/types.ts'
import { alsoMail, onSite } from '../notifications/types.ts'

export const curationNotices = {
  curatedPost: {
    ...{ tab: 'posts', standard: alsoMail, follows: ['curated'], order: 100 },
    label: 'Curated posts',
    sentence: ({ title }) => `${title} was curated`,
    reason: () => 'you follow curated posts',
  },
  yourPostCurated: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 110 },
    label: 'My posts being curated',
    sentence: ({ title }) => `Your post ${title} was curated`,
    reason: () => 'you wrote it',
  },
} satisfies Readonly<Record<string, NoticeType>>
