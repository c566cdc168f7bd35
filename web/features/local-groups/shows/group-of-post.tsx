import { Confirm } from '../../../blocks/forms/confirm.tsx'
import type { PartProps } from '../../../data/places.ts'
import type { loadGroupOfPost } from '../group-posts.load.ts'

/** The group that a post belongs to. */
export default function GroupOfPost({
  page: { postId, name, href, place, isActive, mayRemove },
}: PartProps<typeof loadGroupOfPost, 'post-top'>) {
  return (
    <aside className="group-of-post" aria-label="Group">
      <p className="meta">
        <a href={href} dir="auto">
          {name}
        </a>
        <span className="soft" dir="auto">
          {' · '}
          {place}
          {isActive ? null : ' (inactive)'}
        </span>
      </p>
      {mayRemove ? (
        <Confirm summary="Remove from the group" mutation="groupPosts.remove" fields={{ id: postId }} action={`Remove it from “${name}”`}>
          The post stays published and keeps its comments.
        </Confirm>
      ) : null}
    </aside>
  )
}
