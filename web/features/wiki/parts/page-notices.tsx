import { links } from '#shared/links.ts'
import { canEditPage } from '#shared/wiki/rules.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useViewer } from '../../../data/viewer.ts'
import { shortDate } from '../../../ui/time-words.ts'
import type { WikiPageView } from '../wiki.load.ts'

/** What has to be known of a page before it is read. */
export function PageNotices({ view: { post, tag, page, lens, revision } }: { readonly view: WikiPageView }) {
  const which = { lens: lens?.slug }
  const restriction =
    post.editing === undefined
      ? null
      : post.editing.isAdminOnly
        ? 'Only administrators can edit this page.'
        : post.editing.editorIds === null
          ? null
          : 'Only some members can edit this page.'
  return (
    <>
      {tag.isDeleted ? (
        <div className="notice-line warm">
          <p>This page is deleted. Only moderators can see it.</p>
          <MutationForm name="wiki.restore" about={{ id: page.id }}>
            <button className="btn">Restore</button>
          </MutationForm>
        </div>
      ) : null}
      {restriction === null ? null : (
        <p className="notice-line">
          {restriction} <a href={links.wikiDiscussion(page.slug, which)}>Propose a change</a>
        </p>
      )}
      {revision.isLatest ? null : (
        <div className="notice-line">
          <p>
            This is version {revision.version} <time dateTime={new Date(revision.at).toISOString()}>of {shortDate(revision.at)}</time>.{' '}
            <a href={links.wiki(page.slug, which)}>Read the current version</a>, or see{' '}
            <a href={links.wikiVersions(page.slug, which)}>all versions</a>
          </p>
          <Revert post={post} revisionId={revision.id} />
        </div>
      )}
    </>
  )
}

/** One change forward, to what was there before; once it is known who is here. */
function Revert({ post, revisionId }: { readonly post: WikiPageView['post']; readonly revisionId: string }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  if (!canEditPage(viewer, post).allowed) return null
  return (
    <MutationForm name="wiki.revert" about={{ id: post.id, revisionId }} onDone={(location) => void navigate(location)}>
      <button className="btn">Restore this version</button>
    </MutationForm>
  )
}
