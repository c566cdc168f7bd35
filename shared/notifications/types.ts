/**
 * What a type of notification is (community.md 5.1). The types stand with their domains, in
 * `shared/<domain>/notification-types.ts`, and `all-types.ts` has them all; a new one is an entry
 * there, its name below, and the code that sends it (`sync-server/notify/`).
 */
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { SubscriptionKind } from '../subscriptions/schema.ts'
import type { SubjectKind } from './subjects.ts'
import { dayMs } from '../kernel/durations.ts'

/**
 * As they are stored. New ones come last: links in mails that were sent name a type by its place.
 */
export const noticeTypeNames = [
  'newPost',
  'newUserComment',
  'newComment',
  'newReply',
  'newReplyToYou',
  'newShortform',
  'newTagPosts',
  'newMention',
  'addedAsCoauthor',
  'postSharedWithUser',
  'newCommentOnDraft',
  'newDialogueMessages',
  'newPublishedDialogueMessages',
  'curatedPost',
  'yourPostCurated',
  'newRelatedQuestions',
  'typoSuggestion',
  'newSequencePosts',
  'coauthorAccepted',
  'newMessage',
  'newEvent',
  'newRSVP',
  'eventChanged',
  'eventCanceled',
  'eventReminder',
  'eventRestored',
  'eventPlace',
  'postApproved',
  'emailVerificationRequired',
  'profileEdited',
  'karmaPowersGained',
  'tagProposalDecided',
  'cancelledRSVP',
  'guestRSVP',
  'newGroupOrganizer',
  'newGroupPost',
  'newEventInRadius',
  'editedEventInRadius',
  'postNominated',
  'accountImported',
] as const
export type NoticeTypeName = (typeof noticeTypeNames)[number]

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
  /** Its place among the settings, smallest first. */
  readonly order: number
  /** As its reader chooses it in the settings. */
  readonly label: string
  /** What happened: the same on the site, in mails and pushes, and a mail's subject. Plain text. */
  sentence(facts: NoticeFacts): string
  /** After "You’re getting this because". One that follows a thing has `because`: `KIND:TARGET`. */
  reason(because: string): string
  /** Where it leads, if that is not the post or the comment. */
  path?(about: NoticeSubject): string
  /** About a text that is not public: no mail and no push says more than that. */
  readonly isOfDraft?: true
  /** It comes here, and nowhere else: nobody chooses it. */
  readonly isFixed?: true
  /** Sent to anyone who has a part in the text, public or not; what is of a draft always is. */
  readonly isOfAuthors?: true
  /** Who may have it, if that is not everyone who may read the post, or has a part in the draft. */
  canSee?(viewer: Viewer, post: Post): boolean
  /**
   * Without following anything (`because` is empty) its reader has it for what is theirs: unless
   * they chose otherwise for that thing, as this setting says.
   */
  readonly byDefault?: 'ownPosts' | 'ownComments'
}

export interface NoticeFacts {
  /** Whose mutation it was. */
  readonly who: string
  /** In quotation marks; of what has none, or is not public: `a post`, `a sequence`. */
  readonly title: string
  readonly invitedTo: Invitation
  /** Of what was asked for, where that was decided. */
  readonly outcome: NoticeOutcome | undefined
  /** What it is about, where that is not a post. */
  readonly subject: SubjectKind | undefined
}

interface NoticeSubject {
  readonly because: string
  /** Empty: about no post. */
  readonly postId: string
  readonly commentId: string | null
}

export interface Channels {
  readonly inApp: boolean
  /** Absent: at once. */
  readonly pace?: NoticeFrequency | undefined
  readonly email: MailFrequency
  readonly push: boolean
}

export const onSite: Channels = { inApp: true, email: 'off', push: false }
export const alsoMail: Channels = { inApp: true, email: 'now', push: false }

/** What one is invited to do with somebody's text; `takePart`: in a dialogue. */
export const invitations = ['read', 'comment', 'edit', 'takePart', 'coauthor'] as const
export type Invitation = (typeof invitations)[number]

export const noticeOutcomes = ['accepted', 'rejected'] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

export const noticeTabs = ['posts', 'comments', 'messages', 'other'] as const satisfies readonly NoticeTab[]

/**
 * 12.8: what was seen goes after a year; devices hold the newest, and what was not seen among them.
 */
export const noticeLimits = {
  onDevices: 200,
  /** More than that on devices, and the oldest leave them; the pages keep them. */
  maxOnDevices: 250,
  viewedRetentionMs: 365 * dayMs,
  perPage: 20,
  maxShown: 500,
  /** Posts and comments in one batch of karma: those whose sums are largest. */
  maxOfKarma: 200,
} as const
