import { useReadMark } from '../../data/marks.ts'

/**
 * "Mark as unread", once it has been read. Its place is kept, so that nothing moves when that is
 * known.
 */
export function UnreadButton({ postId }: { readonly postId: string }) {
  const mark = useReadMark(postId)
  const isRead = mark?.isRead ?? true
  const toggle = () => {
    import('./save-for-later.ts').then(({ markRead }) => markRead(postId, !isRead)).catch(reportError)
  }
  return (
    <button
      type="button"
      data-mark-read=""
      className={mark === undefined ? 'btn quiet needs-js unknown' : 'btn quiet needs-js'}
      onClick={toggle}
    >
      {isRead ? 'Mark as unread' : 'Mark as read'}
    </button>
  )
}
