import { Suspense } from 'react'
import { relatedFigures } from '#shared/feed/related-figures.ts'
import { useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import type { PartProps } from '../../../data/places.ts'
import { useViewer } from '../../../data/viewer.ts'
import { latePart } from '../../../ui/late-part.ts'
import { NextPosts } from '../parts/next-posts.tsx'
import type { loadReadNext } from '../read-next.load.ts'

const UnreadHere = latePart(() => import('../parts/unread-here.tsx').then((part) => part.UnreadHere))

/** Posts that go with the one above, without those that were read; and what else a member left. */
export default function ReadNext({ page: { posts } }: PartProps<typeof loadReadNext, 'post-end'>) {
  const viewer = useViewer()
  const read = useReadPosts()
  const unread = posts.filter(({ id }) => read.get(id)?.isRead !== true)
  const shown = unread.slice(0, relatedFigures.shown)
  return (
    <>
      {shown.length === 0 ? null : (
        <nav className="discussion-sec" aria-labelledby="read-next">
          <h2 className="section" id="read-next">
            Read next
          </h2>
          <NextPosts posts={shown} />
        </nav>
      )}
      {viewer.kind === 'visitor' ? null : (
        <Suspense>
          <UnreadHere above={shown.map(({ id }) => id)} />
        </Suspense>
      )}
    </>
  )
}
