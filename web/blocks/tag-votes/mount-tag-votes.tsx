import { createRoot } from 'react-dom/client'
import { links } from '#shared/links.ts'
import { useViewer } from '../../data/viewer.ts'
import { TagArrows, TagForm, TakeBack } from './tag-form.tsx'
import { usePostTags } from './use-post-tags.ts'
import './tag-votes.css'

interface CardProps {
  readonly postId: string
  readonly tagId: string
  readonly onSent: () => void
}

/**
 * Under what a tag's card says of it: how relevant it is to the post whose chip it is. Gives the
 * way to take it out again.
 */
export function mountTagVotes(place: HTMLElement, props: Omit<CardProps, 'onSent'>): () => void {
  const root = createRoot(place)
  root.render(<InCard {...props} onSent={() => undefined} />)
  return () => root.unmount()
}

function InCard({ postId, tagId, onSent }: CardProps) {
  const viewer = useViewer()
  const { view, message, vote } = usePostTags(postId, '', null, onSent)
  const line = view?.tags.find(({ id }) => id === tagId)
  if (line === undefined) return null
  return (
    <TagForm postId={postId} from={links.postTags(postId)} mineOf={() => line.mine} onVote={viewer.kind === 'visitor' ? null : vote}>
      <p className="tag-card meta">
        <span className="soft">How relevant to this post?</span>
        <TagArrows line={line} />
        <TakeBack line={line} />
      </p>
      <p className={message === null ? 'refused-words none' : 'refused-words'} role="status">
        {message}
      </p>
    </TagForm>
  )
}
