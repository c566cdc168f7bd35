import { links } from '#shared/links.ts'
import { acceptCoauthor, endCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { canAcceptCoauthor, isInvitedTo } from '#shared/posts/invitation-rules.ts'
import { isPublic } from '#shared/posts/rules.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { reasonWords } from '../../../blocks/wording.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useViewer } from '../../../data/viewer.ts'
import { ActionForm } from './action-form.tsx'
import '../coauthors-styles.ts'

interface CoauthorInvitationProps {
  /** As the page's load found it; the device's own is newer. */
  readonly post: Post
  readonly inviter: string
}

/** To a member who was asked to be a co-author: their name shows nowhere until they accept. */
export function CoauthorInvitation({ post: fromPage, inviter }: CoauthorInvitationProps) {
  const viewer = useViewer()
  const post = useRow(posts, fromPage.id, fromPage)
  const navigate = useNavigate()
  if (viewer.kind === 'visitor' || kindFacts(post).hasMessages || !isInvitedTo(viewer, post)) return null
  const acceptable = canAcceptCoauthor(viewer, post)
  const decline = { id: post.id, userId: viewer.userId }
  return (
    <section className="coauthor-invitation" aria-labelledby="coauthor-invitation">
      <h2 id="coauthor-invitation">{inviter} invited you to be a co-author</h2>
      <p>
        {acceptable.allowed
          ? 'If you accept, your name appears in the byline, and you can edit and publish this text. You can leave at any time.'
          : reasonWords[acceptable.reason]}
      </p>
      <div className="coauthor-answers">
        {acceptable.allowed ? (
          <ActionForm
            name={acceptCoauthor.name}
            fields={{ postId: post.id }}
            onDevice={(device) => device.commit(acceptCoauthor, { id: post.id })}
            className="btn primary"
          >
            Accept
          </ActionForm>
        ) : null}
        <ActionForm
          name={endCoauthor.name}
          fields={{ postId: post.id, userId: viewer.userId }}
          onDevice={async (device) => {
            await device.commit(endCoauthor, decline)
            await navigate(isPublic(post) ? links.post(post) : links.drafts())
          }}
          className="btn quiet"
        >
          Decline
        </ActionForm>
      </div>
    </section>
  )
}
