import type { NoticeType } from '../notifications/types.ts'
import { alsoMail, onSite } from '../notifications/types.ts'

export const commentNotices = {
  newReplyToYou: {
    ...{ tab: 'comments', standard: alsoMail, follows: ['comment'], order: 10 },
    label: 'Replies to me',
    sentence: ({ who, title }) => `${who} replied to you under ${title}`,
    reason: () => 'someone replied to your comment',
    byDefault: 'ownComments',
  },
  newComment: {
    ...{ tab: 'comments', standard: onSite, follows: ['post'], order: 30 },
    label: 'Comments on posts I follow, including my own',
    sentence: ({ who, title }) => `${who} commented on ${title}`,
    reason: (because) => (because === '' ? 'you wrote the post' : 'you follow this post'),
    byDefault: 'ownPosts',
  },
  newReply: {
    ...{ tab: 'comments', standard: onSite, follows: ['comment'], order: 40 },
    label: 'Replies in threads I follow',
    sentence: ({ who, title }) => `${who} replied in a thread under ${title}`,
    reason: () => 'you follow this thread',
  },
  newUserComment: {
    ...{ tab: 'comments', standard: onSite, follows: ['memberComments', 'memberAll'], order: 60 },
    label: 'Comments by people I follow',
    sentence: ({ who, title }) => `${who} commented on ${title}`,
    reason: () => 'you follow this member',
  },
  newShortform: {
    ...{ tab: 'comments', standard: onSite, follows: ['memberTakes', 'memberAll'], order: 70 },
    label: 'Quick takes by people I follow',
    sentence: ({ who }) => `${who} posted a quick take`,
    reason: () => 'you follow this member',
  },
} satisfies Readonly<Record<string, NoticeType>>
