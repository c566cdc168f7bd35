import type { Viewer } from '#shared/kernel/viewer.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { useMe } from '../data/viewer.ts'

/** The pages that only administrators and moderators have. */
export function StaffPlaces({ viewer }: { readonly viewer: Viewer }) {
  const { inQueue = 0 } = useMe()
  return (
    <>
      <a href={links.supermod()}>Moderation{inQueue === 0 ? '' : ` (${inQueue})`}</a>
      {isAdmin(viewer) ? (
        <>
          <a href={reportLinks.admin()}>Administration</a>
          <a href={reportLinks.feedback()}>Feedback inbox</a>
          <a href={reportLinks.errorGroups()}>Errors</a>
          <a href={reportLinks.health()}>Health</a>
        </>
      ) : null}
      <a href={links.spotlights()}>Spotlights</a>
    </>
  )
}
