import { useEffect, useRef } from 'react'
import type { ListOfPosts } from '#shared/feed/settings-schema.ts'
import { counted } from '../counts.ts'
import { MoreLink } from './more-link.tsx'
import type { PostRowView } from './post-row-view.ts'
import { Rows } from './rows.tsx'

interface PostListProps {
  readonly rows: readonly PostRowView[]
  /** Where the same list is longer; `null` at its end. */
  readonly more: string | null
  readonly moreWord?: string
  readonly hidesFrom?: ListOfPosts | null
}

/**
 * Posts that grow in place by "More posts": a link, which with a script keeps the page where it is
 * and goes on with the first new post.
 */
export function PostList({ rows, more, moreWord = 'More posts', hidesFrom = 'front' }: PostListProps) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(rows.length)
  const wasAsked = useRef(false)
  const said = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const added = rows.length - shown.current
    const firstNew = shown.current
    shown.current = rows.length
    if (!wasAsked.current || added <= 0) return
    wasAsked.current = false
    if (said.current) said.current.textContent = `${counted(added, 'more post')} below.`
    // The frame moves the focus to the new page's beginning after each navigation; this one is not
    // a new page.
    const frame = requestAnimationFrame(() =>
      list.current?.children[firstNew]?.querySelector<HTMLElement>('.row-title a')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [rows.length])
  return (
    <>
      <Rows rows={rows} list={list} hidesFrom={hidesFrom} />
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more} onAsk={() => (wasAsked.current = true)}>
            {moreWord}
          </MoreLink>
        </p>
      )}
      <span className="sr" role="status" ref={said} />
    </>
  )
}
