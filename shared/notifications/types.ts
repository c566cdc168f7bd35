/**
 * Every kind of news there is (community.md 5.1), and how each comes unless its reader says
 * otherwise. A new kind is a row here, its words (`words.ts`), and whoever makes it
 * (`sync-server/notify/`). New ones come last: the links in mails that were sent name a type by its
 * place.
 */
import type { SubscriptionKind } from '../subscriptions/schema.ts'

export type NoticeTab = 'posts' | 'comments' | 'messages' | 'other'
export type MailFrequency = 'off' | 'now' | 'daily' | 'weekly'
/** What does not come at once comes so often. */
export const noticeFrequencies = ['daily', 'weekly'] as const
export type NoticeFrequency = (typeof noticeFrequencies)[number]
export const karmaPaces = ['off', 'now', ...noticeFrequencies] as const

export interface NoticeType {
  readonly tab: NoticeTab
  /** Unless its reader chose: on the site, by mail, to their devices. */
  readonly standard: Channels
  /**
   * What a member may have chosen another way for than the type's own (`via`): ending the mails of
   * the type ends those too.
   */
  readonly follows: readonly SubscriptionKind[]
  /** About a text that is not public: no mail and no push says more than that. */
  readonly isOfDraft?: true
}

export interface Channels {
  readonly inApp: boolean
  /** Absent: at once. */
  readonly pace?: NoticeFrequency | undefined
  readonly email: MailFrequency
  readonly push: boolean
}

const onSite: Channels = { inApp: true, email: 'off', push: false }
const alsoMail: Channels = { inApp: true, email: 'now', push: false }

export const noticeTypes = {
  newPost: { tab: 'posts', standard: onSite, follows: ['member', 'memberAll'] },
  newUserComment: { tab: 'comments', standard: onSite, follows: ['memberComments', 'memberAll'] },
  newComment: { tab: 'comments', standard: onSite, follows: ['post'] },
  newReply: { tab: 'comments', standard: onSite, follows: ['comment'] },
  newReplyToYou: { tab: 'comments', standard: alsoMail, follows: ['comment'] },
  newShortform: { tab: 'comments', standard: onSite, follows: ['memberTakes', 'memberAll'] },
  newTagPosts: { tab: 'posts', standard: onSite, follows: ['tag'] },
  newMention: { tab: 'comments', standard: onSite, follows: [] },
  addedAsCoauthor: { tab: 'other', standard: alsoMail, follows: [], isOfDraft: true },
  postSharedWithUser: { tab: 'other', standard: alsoMail, follows: [], isOfDraft: true },
  newCommentOnDraft: { tab: 'other', standard: alsoMail, follows: [], isOfDraft: true },
  newDialogueMessages: { tab: 'messages', standard: alsoMail, follows: [] },
  newPublishedDialogueMessages: { tab: 'comments', standard: onSite, follows: ['dialogue', 'post'] },
  curatedPost: { tab: 'posts', standard: alsoMail, follows: ['curated'] },
  yourPostCurated: { tab: 'other', standard: onSite, follows: [] },
  newRelatedQuestions: { tab: 'posts', standard: onSite, follows: ['question'] },
  typoSuggestion: { tab: 'other', standard: onSite, follows: [] },
  newSequencePosts: { tab: 'posts', standard: onSite, follows: ['sequence'] },
  coauthorAccepted: { tab: 'other', standard: onSite, follows: [], isOfDraft: true },
} as const satisfies Readonly<Record<string, NoticeType>>

/** What one is invited to do with somebody's text; `takePart`: in a dialogue. */
export const invitations = ['read', 'comment', 'edit', 'takePart', 'coauthor'] as const
export type Invitation = (typeof invitations)[number]

export type NoticeTypeName = keyof typeof noticeTypes
// The keys of a value made by hand right above.
export const noticeTypeNames = Object.keys(noticeTypes) as unknown as readonly [NoticeTypeName, ...NoticeTypeName[]]

/** Told of whoever has a part in a text that is not public. */
export function isOfDraft(type: NoticeTypeName): boolean {
  const declared: NoticeType = noticeTypes[type]
  return declared.isOfDraft === true
}

export const noticeTabs = ['posts', 'comments', 'messages', 'other'] as const satisfies readonly NoticeTab[]

/**
 * 12.8: what was seen goes after a year; devices hold the newest, and what was not seen among them.
 */
export const noticeLimits = {
  onDevices: 200,
  /** More than that on devices, and the oldest leave them; the pages keep them. */
  maxOnDevices: 250,
  viewedRetentionMs: 365 * 86_400_000,
  perPage: 20,
  maxShown: 500,
  /** Posts and comments in one batch of karma: those whose sums are largest. */
  maxOfKarma: 200,
} as const
