import type { NoticeType } from '../notifications/types.ts'
import { alsoMail } from '../notifications/types.ts'

export const localGroupNotices = {
  newGroupPost: {
    ...{ tab: 'posts', standard: alsoMail, follows: ['group'], order: 93.8 },
    label: 'Posts in groups I follow or organize',
    sentence: ({ who, title }) => `${who} published ${title} in a group`,
    reason: (because) => (because === '' ? 'you organize the group' : 'you follow the group'),
  },
  newGroupOrganizer: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 93.9 },
    label: 'Groups I’m made an organizer of',
    sentence: ({ who, title }) => `${who} made you an organizer of ${title}`,
    reason: () => 'you organize the group',
  },
} satisfies Readonly<Record<string, NoticeType>>
