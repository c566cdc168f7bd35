import type { SubscriptionKind } from '#shared/subscriptions/schema.ts'

export interface FollowButtonProps {
  readonly kind: SubscriptionKind
  /** Of what is followed; of a tag, the word. */
  readonly id: string
  /** What it is called, for those who hear the button alone: a member's name, a post's title. */
  readonly name: string
  readonly className?: string
}

/** Where more than one thing about a post, a comment or a member can be followed. */
const whats: Partial<Readonly<Record<SubscriptionKind, string>>> = {
  post: ' comments',
  comment: ' replies',
  dialogue: ' dialogue',
  memberComments: ' comments',
  memberTakes: ' quick takes',
}

/** What the button says while the thing is followed, and while it is not. */
export function followWord(kind: SubscriptionKind, isOn: boolean): string {
  if (kind === 'thread') return isOn ? 'Muted' : 'Mute this discussion'
  const what = whats[kind] ?? ''
  return `${isOn ? 'Following' : 'Follow'}${what}`
}
