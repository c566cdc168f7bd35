import { links } from '#shared/links.ts'
import { canManageSitePages } from '#shared/site-pages/rules.ts'
import { useViewer } from '../../../data/viewer.ts'

/** What administrators can do to a page about the site. @param postId `null`: none was chosen. */
export function PageActs({ postId }: { readonly postId: string | null }) {
  if (!canManageSitePages(useViewer()).allowed) return null
  return (
    <p className="page-acts">
      {postId === null ? null : (
        <a className="btn quiet" href={links.editPost(postId)}>
          Edit this page
        </a>
      )}
      <a className="btn quiet" href={links.sitePages()}>
        Choose a post for this page
      </a>
    </p>
  )
}
