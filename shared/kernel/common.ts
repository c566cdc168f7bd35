/**
 * A part of pages that is the same for whoever looks: made from what a visitor may see, of nothing
 * but its arguments and the hour. The server keeps one while nothing it was made from has changed
 * (sync-server/pages/cached-parts.ts); a device makes it whenever it is asked.
 */
import type { Read } from './transaction.ts'

export interface Common<Args, Value> {
  readonly name: string
  /** Two sets of arguments with one key mean the same. */
  keyOf(args: Args): string
  make(read: Read, args: Args, now: number): Promise<Value>
  /** What keeping it takes, about. */
  bytesOf(value: Value): number
}

export type CommonParts = <Args, Value>(part: Common<Args, Value>, args: Args) => Promise<Value>

/** Made anew each time, from what `read` shows. */
export const commonOver =
  (read: Read, now: number): CommonParts =>
  (part, args) =>
    part.make(read, args, now)
