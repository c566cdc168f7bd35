import { unreadFigures, unreadPosts } from '#shared/feed/unread.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { needsSignIn } from '../../data/answer.ts'

/** `/unread`: what stood on the front page of late and this member has not read. */
export async function loadUnread({ read, viewer, now }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const limit = limitOf(url.searchParams, unreadFigures.first)
  const { rows, hasMore } = await unreadPosts(read, { userId: viewer.userId, now, limit })
  return {
    head: { title: 'Unread posts' },
    rows: rows.map((row) => postRowView(row)),
    more: hasMore ? links.unread({ limit: limit + unreadFigures.step }) : null,
  }
}
