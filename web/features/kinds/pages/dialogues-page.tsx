import { Suspense } from 'react'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { latePart } from '../../../ui/late-part.ts'
import type { loadDialogues } from '../dialogues.load.ts'
import { NewDialogue } from '../parts/new-dialogue.tsx'

/** For members only, from their device. */
const MyDialogues = latePart(() => import('../parts/my-dialogues.tsx').then((part) => part.MyDialogues))

/** Dialogues: one's own, begun and published, and everybody's. */
export default function DialoguesPage() {
  const { rows, more } = usePage<typeof loadDialogues>()
  const viewer = useViewer()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">Dialogues</h1>
      <p className="meta soft">Conversations between members, published as posts.</p>
      <NewDialogue />
      {viewer.kind === 'member' ? (
        <Suspense>
          <MyDialogues userId={viewer.userId} />
        </Suspense>
      ) : null}
      {rows.length === 0 ? <p className="empty">No dialogues yet.</p> : <PostList rows={rows} more={more} moreWord="More dialogues" />}
    </>
  )
}
