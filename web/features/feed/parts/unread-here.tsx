import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import { useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import { ask } from '../../../data/connection.ts'
import { useCurrentPage } from '../../../data/navigation.ts'
import type { NextPost } from './next-posts.tsx'
import { NextPosts } from './next-posts.tsx'
import { nextUnread } from './next-unread.ts'

const shown = 3

/**
 * What a member left unread of the last weeks, below a post: asked for once the end is near, so
 * that only who reads on waits for it. Without a network the way to the list stands alone.
 */
export function UnreadHere({ above }: { readonly above: readonly string[] }) {
  const section = useRef<HTMLElement>(null)
  const [found, setFound] = useState<readonly NextPost[]>([])
  const { pathname } = useCurrentPage().place
  const read = useReadPosts()
  useEffect(() => {
    const end = section.current
    if (end === null) return undefined
    const leaving = new AbortController()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        ask(links.pageData(links.unread()), { signal: leaving.signal, headers: { accept: 'application/json' } })
          .then((response) => (response.ok ? response.json() : null))
          // Without a network, or from somebody else's server: the link stands.
          .catch(() => null)
          .then((answer: unknown) => setFound(nextUnread(answer)))
          .catch(reportError)
      },
      { rootMargin: '400px' },
    )
    observer.observe(end)
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [])
  const here = found.filter(({ id }) => !above.includes(id) && !pathname.includes(id) && read.get(id)?.isRead !== true)
  return (
    <nav className="discussion-sec" aria-labelledby="unread-here" ref={section}>
      <h2 className="section" id="unread-here">
        <a href={links.unread()}>Unread posts</a>
      </h2>
      <NextPosts posts={here.slice(0, shown)} />
    </nav>
  )
}
