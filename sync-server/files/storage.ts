/**
 * Where uploaded bytes lie: a folder beside the store, or a bucket. Keys are made by our own code,
 * never from what somebody sent.
 */
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** `null`: not known before it has come. */
  readonly bytes: number | null
  readonly stream: Readable
}

export interface FileStorage {
  /**
   * Takes the file at `path`, which may be gone afterwards. Whole or not at all: nobody ever sees a
   * part. The same key again is replaced.
   */
  keep(key: string, path: string): Promise<void>
  /** `null` when there is none. */
  open(key: string): Promise<StoredFile | null>
  /** No error when there is none. */
  remove(key: string): Promise<void>
}

const keyPattern = /^[a-z0-9]+(?:[/.-][a-z0-9]+)*$/u

/** @throws TypeError for a key that could lead elsewhere: a bug. */
export function requireStorageKey(key: string): void {
  if (key.length > 200 || !keyPattern.test(key)) throw new TypeError(`not the key of a file: ${key}`)
}
