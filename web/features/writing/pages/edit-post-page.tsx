import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { Moderate } from '../parts/moderate.tsx'
import { Preview } from '../parts/preview.tsx'
import { WriteForm } from '../parts/write-form.tsx'
import type { loadEditPost } from '../write.load.ts'

export default function EditPostPage() {
  const { fields, hasPreview, post, savedAt, isAhead, can } = usePage<typeof loadEditPost>()
  const now = useNow()
  const isPublished = post.status === 'published'
  return (
    <div className="writing">
      <h1 className="page-title">{isPublished ? 'Edit post' : 'Edit draft'}</h1>
      <p className="meta soft">
        Last saved <Time at={savedAt} now={now} />
        {isAhead ? ', with changes that readers do not see yet' : ''}.{' '}
        <a href={links.post(post)}>{isPublished ? 'See it as readers do' : 'See it as readers would'}</a>
      </p>
      {hasPreview ? <Preview fields={fields} /> : null}
      <WriteForm key={post.latestRevisionId} fields={fields} isPublished={isPublished} />
      {can.unpublish || can.archive ? (
        <section className="after-form" aria-labelledby="put-away">
          <h2 className="section" id="put-away">
            Taking it back
          </h2>
          {can.unpublish ? (
            <Confirm summary="Move to drafts" deed="posts.unpublish" fields={{ postId: post.id }} action="Move to drafts">
              Readers will not find it any more, nor its comments. You can publish it again; its address and date stay.
            </Confirm>
          ) : null}
          {can.archive ? (
            <Confirm summary="Archive" deed="posts.archive" fields={{ postId: post.id }} action="Archive">
              It is put away for good: it leaves your drafts, and its address answers that it was removed.
            </Confirm>
          ) : null}
        </section>
      ) : null}
      {can.moderate || can.lock ? <Moderate post={post} canModerate={can.moderate} canLock={can.lock} /> : null}
    </div>
  )
}
