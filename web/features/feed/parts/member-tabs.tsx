import { links } from '#shared/links.ts'

/** A member’s own lists; series that they stopped in stand first among the bookmarks. */
export function MemberTabs({ isUnread }: { readonly isUnread: boolean }) {
  return (
    <>
      <a href={links.unread()} aria-current={isUnread ? 'page' : undefined}>
        Unread
      </a>
      <a href={links.mixedFeed({ tab: 'following' })}>Following</a>
      <a href={links.bookmarks()}>Bookmarks</a>
    </>
  )
}
