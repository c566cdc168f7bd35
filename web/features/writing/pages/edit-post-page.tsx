import { Suspense, lazy } from 'react'
import { links } from '#shared/links.ts'
import { isInvitedTo } from '#shared/posts/invitation-rules.ts'
import { archivePost, unpublishPost } from '#shared/posts/mutations.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { unsharePost } from '#shared/posts/share-mutations.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { useDevice } from '../../../data/device/use-device.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { intoEditor, useEditorPanel } from '../editor-panel/use-editor-panel.ts'
import { CoauthorInvitation } from '../parts/coauthor-invitation.tsx'
import { Coauthors } from '../parts/coauthors.tsx'
import { Moderate, Switch } from '../parts/moderate.tsx'
import { Preview } from '../parts/preview.tsx'
import { SharedReading } from '../parts/shared-reading.tsx'
import { WriteForm } from '../parts/write-form.tsx'
import type { loadEditPost } from '../write.load.ts'

/** Of a page of the wiki that was never published: few drafts are one. */
const EditWiki = lazy(() => import('../wiki/edit-wiki.tsx').then((part) => ({ default: part.EditWiki })))

export default function EditPostPage() {
  const page = usePage<typeof loadEditPost>()
  if (page.wiki === null) return <EditPost page={page} />
  return (
    <Suspense>
      <EditWiki page={page} wiki={page.wiki} />
    </Suspense>
  )
}

function EditPost({ page }: { readonly page: ReturnType<typeof usePage<typeof loadEditPost>> }) {
  const { invitations, fields, hasForm, hasPreview, post, writing, faces, access, guest, pictures, savedAt, isAhead, staff, card, can } =
    page
  const now = useNow()
  const navigate = useNavigate()
  const { search } = useLocation()
  const device = useDevice()
  const [EditorPanel, openEditorPanel] = useEditorPanel(`post:${post.id}`, can.open && !search.includes('form=1') && !hasPreview)
  const isPublished = post.status === 'published'
  const hasEditorPanel = typeof EditorPanel === 'function'
  const viewer = useViewer()
  const isSharedByName = guest === null && viewer.kind === 'member' && !isInvitedTo(viewer, post) && !isAuthor(viewer, post)
  return (
    <div className="writing">
      <h1 className={hasEditorPanel ? 'sr' : 'page-title'}>{can.write ? (isPublished ? 'Edit post' : 'Edit draft') : 'Shared draft'}</h1>
      {hasEditorPanel ? null : (
        <p className="meta soft">
          Last saved <Time at={savedAt} now={now} />
          {isAhead ? ', with unpublished changes' : ''}.{' '}
          {guest === null ? <a href={links.post(post)}>{isPublished ? 'View post' : 'Preview'}</a> : null}{' '}
          {can.write ? <a href={links.exportTexts({ postId: post.id })}>Export</a> : null}
        </p>
      )}
      {guest === null ? <CoauthorInvitation post={post} inviter={faces[0]?.name ?? 'The author'} /> : null}
      {hasPreview ? <Preview fields={fields} /> : null}
      {hasEditorPanel ? (
        <EditorPanel key={post.id} postId={post.id} isNew={false} post={post} writing={writing} faces={faces} access={access} />
      ) : !can.write ? (
        <>
          {isSharedByName ? <LeaveShared postId={post.id} userId={viewer.userId} /> : null}
          <SharedReading fields={fields} guest={guest} />
          {isAuthor(viewer, post) ? <Coauthors post={post} known={faces} made={[]} loadedAt={invitations.now} isPlain /> : null}
        </>
      ) : EditorPanel === 'coming' || !hasForm ? (
        <p className="soft">Opening the editor…</p>
      ) : (
        <>
          <WriteForm
            key={post.latestRevisionId}
            fields={fields}
            isPublished={isPublished}
            savedAt={savedAt}
            {...(EditorPanel === 'held' && { toEditor: intoEditor(device, fields, openEditorPanel) })}
          />
          <Coauthors post={post} known={faces} made={invitations.made} loadedAt={invitations.now} isPlain />
        </>
      )}
      {card === null ? null : (
        <section className="after-form" aria-labelledby="link-preview">
          <h2 className="section" id="link-preview">
            Link preview
          </h2>
          {post.isUnlisted === true ? (
            <p className="notice-line">A moderator has unlisted this post: anyone with the link can read it, and it’s in no list.</p>
          ) : null}
          <DetailsForm name="posts.setCardDetails" id={post.id} summary="Change what links to this post show on other sites" {...card} />
        </section>
      )}
      {can.unpublish || can.archive ? (
        <section className="after-form" aria-labelledby="put-away">
          <h2 className="section" id="put-away">
            {' '}
            Unpublish or delete
          </h2>
          {can.unpublish ? (
            <Confirm
              summary="Move to drafts"
              mutation="posts.unpublish"
              fields={{ postId: post.id }}
              action="Move to drafts"
              onDevice={async (device) => {
                await device.commit(unpublishPost, { id: post.id })
                await navigate(links.drafts())
              }}
            >
              Readers will no longer find it or its comments. You can publish it again; its address and date stay.
            </Confirm>
          ) : null}
          {can.archive ? (
            <Confirm
              summary="Delete"
              mutation="posts.archive"
              fields={{ postId: post.id }}
              action="Delete draft"
              onDevice={async (device) => {
                await device.commit(archivePost, { id: post.id })
                await navigate(links.drafts())
              }}
            >
              It goes to the trash on your drafts page and can be restored for 30 days.
            </Confirm>
          ) : null}
        </section>
      ) : null}
      {can.setOffLists ? (
        <section className="after-form" aria-labelledby="off-lists">
          <h2 className="section" id="off-lists">
            Lists
          </h2>
          <Switch
            post={post}
            mutation="posts.setOffLists"
            isOn={post.isOffLists === true}
            on="Unlisted: shown only under the question it relates to"
            off="Listed"
            turnOn="Unlist"
            turnOff="List"
          />
        </section>
      ) : null}
      {can.moderate || can.lock || pictures.length > 0 ? (
        <Moderate post={post} staff={staff} canModerate={can.moderate} canLock={can.lock} pictures={pictures} />
      ) : null}
    </div>
  )
}

/** Gives back access that others gave; an invitation is declined instead. */
function LeaveShared({ postId, userId }: { readonly postId: string; readonly userId: string }) {
  const navigate = useNavigate()
  return (
    <Confirm
      summary="Leave"
      mutation={unsharePost.name}
      fields={{ postId }}
      action="Leave this text"
      onDevice={async (device) => {
        await device.commit(unsharePost, { id: postId, userId })
        await navigate(links.drafts())
      }}
    >
      It’s removed from your drafts. Its author can share it again.
    </Confirm>
  )
}
