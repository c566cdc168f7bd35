import { links } from '#shared/links.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { counted } from '../../../blocks/counts.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadDrafts } from '../write.load.ts'

export default function DraftsPage() {
  const { drafts } = usePage<typeof loadDrafts>()
  const now = useNow()
  return (
    <>
      <h1 className="page-title">Drafts</h1>
      {drafts.length === 0 ? (
        <p className="empty">
          What you begin and have not published stands here. <a href={links.newPost()}>Begin something</a>
        </p>
      ) : (
        <ul className="plain-list">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <h2 className="row-title">
                <a href={links.editPost(draft.id)} lang={draft.lang} dir="auto">
                  {draft.title === '' ? 'Untitled' : draft.title}
                </a>
              </h2>
              <p className="meta soft">
                {draft.wasPublished ? 'Taken back from readers, last ' : ''}saved <Time at={draft.savedAt} now={now} />,{' '}
                {counted(draft.words, 'word')} <a href={links.post({ id: draft.id, slug: null })}>Read</a>
              </p>
              <Confirm summary="Archive" deed="posts.archive" fields={{ postId: draft.id }} action="Archive">
                It leaves this list for good.
              </Confirm>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
