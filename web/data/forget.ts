import { forgetAllKept } from './kept-text.ts'
import { forgetVotes } from './votes.ts'

/** At sign-out: wipes what this device holds of the person. The reader's settings stay; they say nothing about anyone. */
export function forgetDevice(): void {
  forgetAllKept()
  forgetVotes()
  try {
    sessionStorage.clear()
  } catch {
    // Storage is forbidden: nothing is there.
  }
}
