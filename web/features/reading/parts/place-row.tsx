import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { useAnswer } from '../../../data/page.ts'
import { Time } from '../../../ui/time.tsx'
import type { PlaceView } from '../bookmarks.load.ts'

interface PlaceRowProps {
  readonly place: PlaceView
  /** What the time is of: "Saved", "Read". */
  readonly word: string
  readonly now: number | null
  /** More about it, in the quiet line. */
  readonly fact?: ReactNode
  readonly children: ReactNode
}

/** A post or comment that somebody saved, read or voted on; one that is not at hand says so. */
export function PlaceRow({ place, word, now, fact, children }: PlaceRowProps) {
  const { kind, id, postId, post, author, excerpt, at } = place
  const address = { id: postId, slug: post?.slug ?? null }
  const isComment = kind === 'comment'
  const isFromDevice = useAnswer().isFromDevice === true
  return (
    <li className="place">
      {post === null ? (
        <p className="soft place-away">
          {postId === '' ? `A ${kind}` : <a href={isComment ? links.commentInThread(address, id) : links.post(address)}>A {kind}</a>}{' '}
          {isFromDevice ? 'that is not on this device yet. It will load when you are back online.' : 'that is no longer public.'}
        </p>
      ) : (
        <h3 className="row-title">
          <a href={isComment ? links.commentInThread(address, id) : links.post(address)} lang={post.lang} dir={post.dir}>
            {post.title}
          </a>
        </h3>
      )}
      {excerpt === '' ? null : (
        <p className="place-words" dir="auto">
          {excerpt}
        </p>
      )}
      <p className="meta soft place-line">
        {isComment && post !== null ? `Comment by ${author ?? '[anonymous]'}` : (author ?? '')}
        {author === null && !(isComment && post !== null) ? '' : ' · '}
        {word} <Time at={at} now={now} />
        {fact === undefined ? null : <> · {fact}</>}
      </p>
      <div className="place-acts">{children}</div>
    </li>
  )
}
