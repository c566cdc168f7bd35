import type { VisitorReadingStore } from '../../data/visitor-reading.ts'
import type { LightPage } from './light-page.ts'

type Late = NonNullable<typeof window.__late>

/**
 * Marks the post as read by this visitor, up to its newest comment. Comments that are new since
 * their last visit are the app's to show: it is brought. Gives the way to take the mark back,
 * before the app makes its own.
 */
export function noteVisit({ postId, comments }: LightPage, reading: VisitorReadingStore, late: Late): () => void {
  if (postId === null) return () => {}
  const before = reading.get().marks.get(postId)
  const seenUpTo = before?.seenUpTo ?? 0
  const newest = comments.reduce((latest, { at }) => Math.max(latest, at), 0)
  if (seenUpTo > 0 && newest > seenUpTo) {
    late.begin()
    return () => {}
  }
  const mark = (isRead: boolean) => reading.setMark(postId, { isRead, seenUpTo: Math.max(newest, seenUpTo), readAt: Date.now() })
  const line = seenUpTo > 0 && comments.length > 0 ? sayNothingNew() : null
  const stopWaiting = whenSeen(() => mark(true))
  const stopButton = offerUnread(mark)
  return () => {
    stopWaiting()
    stopButton()
    line?.remove()
    reading.setMark(postId, before ?? null)
  }
}

/** Where the app says it (web/blocks/comments/new-since.tsx). */
function sayNothingNew(): HTMLElement {
  const line = Object.assign(document.createElement('p'), { className: 'new-since meta', textContent: 'Nothing new since your last visit' })
  document.getElementById('comments-title')?.after(line)
  return line
}

/** "Mark as unread", which is hidden until it is known that there is a mark. */
function offerUnread(mark: (isRead: boolean) => void): () => void {
  const button = document.querySelector<HTMLElement>('[data-mark-read]')
  if (button === null) return () => {}
  let isRead = true
  const draw = () => (button.textContent = isRead ? 'Mark as unread' : 'Mark as read')
  const toggle = () => {
    isRead = !isRead
    mark(isRead)
    draw()
  }
  button.classList.remove('unknown')
  button.addEventListener('click', toggle)
  return () => {
    button.removeEventListener('click', toggle)
    button.classList.add('unknown')
    isRead = true
    draw()
  }
}

/** At once if the page is in sight; a tab opened behind has not been read. */
function whenSeen(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    stop()
    run()
  }
  const stop = () => document.removeEventListener('visibilitychange', look)
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}
