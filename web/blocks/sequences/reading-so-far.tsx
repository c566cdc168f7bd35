import { useSyncExternalStore } from 'react'
import type { ReadMarkView } from '../../data/marks.ts'
import { marks } from '../../data/marks.ts'
import { counted } from '../counts.ts'
import type { ReadingView } from './series-view.ts'

const none: ReadonlyMap<string, ReadMarkView> = new Map()

/**
 * What this reader has read, as far as is known here: nothing on the server, and before the device
 * has said.
 */
export function useReadPosts(): ReadonlyMap<string, ReadMarkView> {
  return useSyncExternalStore(
    marks.subscribe,
    () => marks.get().read,
    () => none,
  )
}

interface Progress {
  readonly readCount: number
  /** The first one that was not read; `null` when all were, or there is none. */
  readonly next: string | null
}

export function progressOf({ posts }: ReadingView, read: ReadonlyMap<string, ReadMarkView>): Progress {
  const unread = posts.filter(({ id }) => read.get(id)?.isRead !== true)
  return { readCount: posts.length - unread.length, next: unread[0]?.href ?? null }
}

/** "12 posts, about 2 hours"; once some were read, how many. The bar says the same to eyes. */
export function ReadingSoFar({ reading, name }: { readonly reading: ReadingView; readonly name: string }) {
  const { readCount } = progressOf(reading, useReadPosts())
  const all = reading.posts.length
  return (
    <span className="so-far">
      <span className="meta soft nums" title={`About ${lengthWords(reading.minutes)}`}>
        {readCount === 0 ? `${counted(all, 'post')}, about ${lengthWords(reading.minutes)}` : `${readCount} of ${all} read`}
      </span>
      {all === 0 ? null : <progress value={readCount} max={all} aria-label={`Progress in ${name}`} hidden={readCount === 0} />}
    </span>
  )
}

/**
 * "Start reading", and once something was read "Continue reading", with the first post that was
 * not.
 */
export function BeginLink({ reading, first }: { readonly reading: ReadingView; readonly first?: string | null }) {
  const { readCount, next } = progressOf(reading, useReadPosts())
  const start = first ?? reading.posts[0]?.href
  if (start === undefined) return null
  const isBegun = readCount > 0 && next !== null
  return (
    <a className="btn primary" href={isBegun ? next : start}>
      {isBegun ? 'Continue reading' : readCount > 0 ? 'Read again' : 'Start reading'}
    </a>
  )
}

/** "25 minutes", "about" left to whoever says it; from two hours on in hours. */
export function lengthWords(minutes: number): string {
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
}
