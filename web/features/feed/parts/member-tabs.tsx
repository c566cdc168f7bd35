import { links } from '#shared/links.ts'

/** A member’s own lists; series that they stopped in stand first among the bookmarks. */
export function MemberTabs() {
  return (
    <>
      <a href={links.mixedFeed({ tab: 'following' })}>Following</a>
      <a href={links.bookmarks()}>Bookmarks</a>
    </>
  )
}
