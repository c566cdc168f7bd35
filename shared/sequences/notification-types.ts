import type { NoticeType } from '../notifications/types.ts'
import { links } from '../links.ts'
import { onSite } from '../notifications/types.ts'

export const sequenceNotices = {
  newSequencePosts: {
    ...{ tab: 'posts', standard: onSite, follows: ['sequence'], order: 90 },
    label: 'Posts added to sequences I follow',
    sentence: ({ title }) => `${title} was added to a sequence you follow`,
    reason: () => 'you follow the sequence',
    path: ({ because, postId }) => links.postInSequence(because.slice('sequence:'.length), postId),
  },
} satisfies Readonly<Record<string, NoticeType>>
