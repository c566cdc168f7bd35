import { links } from '#shared/links.ts'

/** What a member has beside the lists of everybody; unfinished series stand first among the bookmarks. */
export function MemberTabs() {
  return (
    <>
      <a href={links.mixedFeed({ tab: 'following' })}>Following</a>
      <a href={links.bookmarks()}>Bookmarks</a>
    </>
  )
}
