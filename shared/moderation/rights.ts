/** What every member may do until the staff take it from them, one by one. */
import type { Member } from '../accounts/schema.ts'

export const rights = ['posting', 'commenting', 'commentingOnOthers', 'messaging', 'voting'] as const
export type Right = (typeof rights)[number]

/** The member's field that says it was taken. */
export const rightFields = {
  posting: 'postingDisabled',
  commenting: 'commentingDisabled',
  commentingOnOthers: 'commentingOnOthersDisabled',
  messaging: 'messagingDisabled',
  voting: 'votingDisabled',
} as const satisfies Readonly<Record<Right, keyof Member>>

export const rightLabels: Readonly<Record<Right, string>> = {
  posting: 'Publishing posts',
  commenting: 'Commenting',
  commentingOnOthers: 'Commenting on others’ posts',
  messaging: 'Sending messages',
  voting: 'Voting',
}

export function takenFrom(member: Pick<Member, (typeof rightFields)[Right]>): readonly Right[] {
  return rights.filter((right) => member[rightFields[right]] === true)
}
