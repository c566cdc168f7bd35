/** Who looks or acts. A banned account is a visitor: it keeps the rights of guests only. */
export type Viewer = Visitor | MemberViewer

export interface Visitor {
  readonly kind: 'visitor'
  /** Set while an account is banned, so that a refusal can say so. */
  readonly bannedUntil?: number
  /** Of the link by which a page is looked at; acts never count by it. */
  readonly linkKey?: string
}

export interface MemberViewer {
  readonly kind: 'member'
  readonly userId: string
  readonly karma: number
  readonly groups: readonly Group[]
  readonly isAdmin: boolean
  readonly postingDisabled: boolean
  readonly commentingDisabled: boolean
  readonly votingDisabled: boolean
  /** Of what others wrote. */
  readonly commentingOnOthersDisabled?: boolean
  readonly messagingDisabled?: boolean
  /** Taken by the staff: karma does not stand in for them. */
  readonly revokedGroups?: readonly Group[]
  /**
   * A moderator has let this account in; decides whether new work waits, where a deployment asks
   * for it.
   */
  readonly isApproved: boolean
  /** The account has proved its email address; inviting others needs that. */
  readonly hasConfirmedEmail: boolean
  /** The staff need a second factor here, and this account has none: it acts as any member. */
  readonly owesSecondFactor?: true
  /** When the account was made, where that is known: on the server. */
  readonly joinedAt?: number
  /**
   * The operator acting at the server's own console (import, seed): limits of speed do not apply.
   */
  readonly isOperator?: boolean
  /** Of the link by which a page is looked at; acts never count by it. */
  readonly linkKey?: string
}

export const groups = [
  'trusted',
  'canModeratePersonal',
  'canCommentLock',
  'canSuggestCuration',
  'canBypassPostRateLimit',
  'tagManager',
  'podcasters',
  'moderators',
  'realAdmins',
] as const
export type Group = (typeof groups)[number]

export const visitor: Visitor = { kind: 'visitor' }

export function isStaff(viewer: Viewer): boolean {
  return viewer.kind === 'member' && (viewer.isAdmin || viewer.groups.includes('moderators'))
}

/** Whose work is not looked at, and whom no pace holds. */
export function isStaffOrOperator(viewer: Viewer): boolean {
  return isStaff(viewer) || (viewer.kind === 'member' && viewer.isOperator === true)
}

export function isAdmin(viewer: Viewer): boolean {
  return viewer.kind === 'member' && viewer.isAdmin
}

export function isSelf(viewer: Viewer, userId: string): boolean {
  return viewer.kind === 'member' && viewer.userId === userId
}
