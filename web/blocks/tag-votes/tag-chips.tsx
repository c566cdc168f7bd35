import type { MouseEvent } from 'react'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { useRefresh } from '../../data/navigation.ts'
import { currentMe } from '../../data/viewer.ts'

/** A tag as a chip shows it. */
interface Chip {
  /** `null`: its page is not known here yet. */
  readonly id: string | null
  readonly name: string
  readonly href: string
}

interface TagChipsProps {
  readonly post: Pick<Post, 'id' | 'status' | 'kind' | 'holds'>
  readonly tags: readonly Chip[]
  /** What sort of post it is stands before the tags. */
  readonly kind?: Omit<Chip, 'id'> | null
}

/**
 * What a post is about. The last one leads to where tags are put to it and voted on; with a script
 * that opens over the page.
 */
export function TagChips({ post, tags, kind = null }: TagChipsProps) {
  const refresh = useRefresh()
  const canAdd = post.status === 'published' && !kindFacts(post).hasTakes
  if (tags.length === 0 && !canAdd && kind === null) return null
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    // A visitor is asked to sign in, on a page.
    if (currentMe().viewer.kind === 'visitor') return
    event.preventDefault()
    import('./open-tags.tsx').then(
      ({ openTags }) => openTags(post.id, refresh),
      () => location.assign(links.postTags(post.id)),
    )
  }
  return (
    <p className="tags" aria-label="Tags" data-post={post.id}>
      {kind === null ? null : <a href={kind.href}>{kind.name}</a>}
      {tags.map((tag) => (
        <a key={tag.href} href={tag.href} data-tag={tag.id ?? undefined}>
          {tag.name}
        </a>
      ))}
      {canAdd ? (
        <a href={links.postTags(post.id)} rel="nofollow" onClick={open}>
          Add tag
        </a>
      ) : null}
    </p>
  )
}
