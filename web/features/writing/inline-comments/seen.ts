/**
 * Up to when a text's inline comments were looked at on this device; signing out takes it along
 * with all else in the browser's store.
 */
const keyOf = (postId: string): string => `remarks-seen:${postId}`

export function seenUpTo(postId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(postId)) ?? 0) || 0
  } catch {
    return 0
  }
}

export function sawUpTo(postId: string, at: number): void {
  try {
    localStorage.setItem(keyOf(postId), String(at))
  } catch {
    // Full or forbidden: it is said to be new once more.
  }
}
