import type { Invitation, NoticeType } from '../notifications/types.ts'
import { alsoMail, onSite } from '../notifications/types.ts'

const invitationWords: Readonly<Record<Invitation, string>> = {
  read: 'read a draft',
  comment: 'comment on a draft',
  edit: 'edit a draft',
  takePart: 'join a dialogue',
  coauthor: 'be a co-author of a post',
}

export const postNotices = {
  newPost: {
    ...{ tab: 'posts', standard: onSite, follows: ['member', 'memberAll'], order: 50 },
    label: 'Posts by people I follow',
    sentence: ({ who, title }) => `${who} published ${title}`,
    reason: () => 'you follow its author',
  },
  newTagPosts: {
    ...{ tab: 'posts', standard: onSite, follows: ['tag'], order: 80 },
    label: 'Posts with a tag I follow',
    sentence: ({ who, title }) => `${who} published ${title}`,
    reason: (because) => `you follow the tag ${because.slice('tag:'.length)}`,
  },
  newRelatedQuestions: {
    ...{ tab: 'posts', standard: onSite, follows: ['question'], order: 120 },
    label: 'Questions related to ones I follow',
    sentence: ({ who, title }) => `${who} asked a related question: ${title}`,
    reason: () => 'you follow the question it was asked under',
  },
  postApproved: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 115 },
    label: 'My posts being approved',
    sentence: ({ title }) => `Your post ${title} was approved: everyone can read it now`,
    reason: () => 'you wrote it',
  },
  addedAsCoauthor: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 140 },
    label: 'Co-author invitations',
    sentence: ({ who, invitedTo }) =>
      // Members were not asked before there were invitations: such news is without one.
      invitedTo === 'coauthor' ? `${who} invited you to ${invitationWords.coauthor}` : `${who} made you a co-author of a post`,
    reason: () => 'you are invited',
    isOfDraft: true,
  },
  postSharedWithUser: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 150 },
    label: 'Invitations to drafts and dialogues',
    sentence: ({ who, invitedTo }) => `${who} invited you to ${invitationWords[invitedTo]}`,
    reason: () => 'you are invited',
    isOfDraft: true,
  },
  coauthorAccepted: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 190 },
    label: 'Replies to my co-author invitations',
    sentence: ({ who }) => `${who} accepted your invitation to be a co-author`,
    reason: () => 'you invited them',
    isOfDraft: true,
  },
} satisfies Readonly<Record<string, NoticeType>>
