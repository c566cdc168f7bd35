import type { VoteKind, VoteValue } from '#shared/votes/schema.ts'

/** How a vote button was pressed. */
export interface Press {
  readonly direction: 1 | -1
  /** My vote on this axis before the press, or before the first of two clicks. */
  readonly before: VoteValue
  /** Held for a second, clicked twice, or pressed with Shift. */
  readonly isStrong: boolean
  readonly isTouch: boolean
}

/**
 * The vote that a press asks for (content.md 2.3). By mouse and keys: weak, or strong; the same
 * again takes it back. By touch, one finger goes round: weak, strong, none.
 */
export function voteAfter({ direction, before, isStrong, isTouch }: Press): VoteValue {
  const isSameSide = Math.sign(before) === direction
  const strong: VoteValue = direction === 1 ? 2 : -2
  if (isTouch && !isStrong && isSameSide) return Math.abs(before) === 2 ? 0 : strong
  if (isStrong) return before === strong ? 0 : strong
  return isSameSide ? 0 : direction
}

/** `comment:ID:approval:1`, as the plain form sends it. */
export function parseVoteButton(
  value: string,
): { kind: VoteKind; targetId: string; axis: 'approval' | 'agreement'; direction: 1 | -1 } | null {
  const [kind, targetId, axis, sign] = value.split(':')
  if (targetId === undefined || sign === undefined) return null
  if ((kind !== 'post' && kind !== 'comment' && kind !== 'revision') || (axis !== 'approval' && axis !== 'agreement')) return null
  return { kind, targetId, axis, direction: Number(sign) < 0 ? -1 : 1 }
}

/** The vote button that an event came from, its signs included. */
export function voteButton(target: EventTarget | null): HTMLButtonElement | null {
  return target instanceof Element ? target.closest<HTMLButtonElement>('button.v[name="vote"]') : null
}
