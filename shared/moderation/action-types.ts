/** What can have been done to a member, or noticed about them (community.md 13.7). */

/** The queue's tabs: what waits in an earlier one is looked at first. */
export const queueGroups = ['newContent', 'offboard', 'highContext', 'maybeSpam', 'automod', 'snoozeExpired', 'unknown'] as const
export type QueueGroup = (typeof queueGroups)[number]

/**
 * `group`: it brings its member into the queue, under this tab. `outlives`: it stays when they
 * leave the queue. `label`: what it is called on pages.
 */
interface ActionType {
  readonly label: string
  readonly group?: QueueGroup
  readonly outlives?: true
}

export const moderatorActionTypes = {
  unreviewedFirstPost: { label: 'First post', group: 'newContent' },
  unreviewedFirstComment: { label: 'First comment', group: 'newContent' },
  unreviewedPost: { label: 'New post', group: 'newContent' },
  unreviewedComment: { label: 'New comment', group: 'newContent' },
  potentialTargetedDownvoting: { label: 'Many downvotes on one author', group: 'highContext', outlives: true },
  votingPatternWarningDelivered: { label: 'Warned about votes', group: 'highContext', outlives: true },
  autoBlockedFromSendingDMs: { label: 'Messages stopped', group: 'highContext', outlives: true },
  flaggedForNDMs: { label: 'Many first messages', group: 'highContext', outlives: true },
  manualFlag: { label: 'Flagged', group: 'highContext' },
  manualNeedsReview: { label: 'Sent to review', group: 'highContext' },
  manualRateLimitExpired: { label: 'Rate limit has ended', group: 'highContext' },
  reported: { label: 'Reported', group: 'highContext' },
  unreviewedBioUpdate: { label: 'New bio', group: 'maybeSpam' },
  unreviewedMapLocationUpdate: { label: 'New place on the map', group: 'maybeSpam' },
  unreviewedProfileImageUpdate: { label: 'New picture', group: 'maybeSpam' },
  contentCheck: { label: 'Marked by a content check', group: 'maybeSpam' },
  stricterCommentAutomodRateLimit: { label: 'Stricter comment limit', group: 'automod' },
  stricterPostAutomodRateLimit: { label: 'Stricter post limit', group: 'automod' },
  snoozeExpired: { label: 'Snooze has ended', group: 'snoozeExpired' },
  recentlyDownvotedContentAlert: { label: 'Recent work downvoted', group: 'unknown' },
  lowAverageKarmaCommentAlert: { label: 'Low average of comments', group: 'unknown' },
  lowAverageKarmaPostAlert: { label: 'Low average of posts', group: 'unknown' },
  negativeUserKarmaAlert: { label: 'Negative karma', group: 'unknown' },
  receivedSeniorDownvotesAlert: { label: 'Downvoted by seniors', group: 'unknown' },
  approved: { label: 'Approved' },
  approvedContent: { label: 'Content approved' },
  snoozed: { label: 'Snoozed' },
  removedFromQueue: { label: 'Removed from the queue' },
  rejectedPost: { label: 'Post rejected' },
  rejectedComment: { label: 'Comment rejected' },
  acceptedPost: { label: 'Post accepted after all' },
  acceptedComment: { label: 'Comment accepted after all' },
  rightTaken: { label: 'Right taken' },
  rightGiven: { label: 'Right given back' },
  roleTaken: { label: 'Role taken' },
  roleGiven: { label: 'Role given' },
  rateLimited: { label: 'Rate limited' },
  rateLimitEnded: { label: 'Rate limit ended' },
  exemptFromRateLimits: { label: 'Exempt from rate limits' },
  exemptionEnded: { label: 'Exemption ended' },
  banned: { label: 'Banned' },
  unbanned: { label: 'Ban lifted' },
  profileEdited: { label: 'Profile edited' },
  purged: { label: 'Purged' },
  movedPostToDraft: { label: 'Post moved to drafts' },
  sentModeratorMessage: { label: 'Message sent' },
  noted: { label: 'Note changed' },
} as const satisfies Readonly<Record<string, ActionType>>

export type ModeratorActionType = keyof typeof moderatorActionTypes

// `Object.keys` does not say of which type its keys are.
export const actionTypeNames = Object.keys(moderatorActionTypes) as [ModeratorActionType, ...ModeratorActionType[]]

export function actionFacts(type: ModeratorActionType): ActionType {
  return moderatorActionTypes[type]
}

/** The tab of the most pressing of these; `null`: none of them brings anybody into the queue. */
export function groupOf(types: readonly ModeratorActionType[]): QueueGroup | null {
  const groups = new Set(types.map((type) => actionFacts(type).group))
  return queueGroups.find((group) => groups.has(group)) ?? null
}
