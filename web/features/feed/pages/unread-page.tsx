import { links } from '#shared/links.ts'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useAnswer, usePage } from '../../../data/page.ts'
import { ListTabs } from '../parts/list-tabs.tsx'
import type { loadUnread } from '../unread.load.ts'

export default function UnreadPage() {
  const { rows, more } = usePage<typeof loadUnread>()
  const { kept } = useAnswer()
  // Made here, it knows only of the posts that are here.
  const isOfDevice = kept !== undefined && 'posts' in kept
  useHoverCards()
  return (
    <>
      <h1 className="sr">Unread posts</h1>
      <p className="tagline">Posts of the last four weeks that you haven’t read.</p>
      <ListTabs current="unread" />
      {rows.length === 0 ? (
        <p className="empty">
          {isOfDevice
            ? 'You’ve read every post from the last four weeks that is on this device.'
            : 'You’ve read everything from the last four weeks.'}{' '}
          <a href={links.recommendations()}>Find something older</a>
        </p>
      ) : (
        <PostList rows={rows} more={more} />
      )}
    </>
  )
}
