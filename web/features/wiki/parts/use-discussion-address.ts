import { useEffect } from 'react'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'

/**
 * A comment is named after the `#` of addresses that were made for posts: it stands in the
 * discussion.
 */
export function useDiscussionAddress(slug: string, lens: string | undefined): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const commentId = hash.slice(1)
    if (isId(commentId) || commentId === 'comments') void navigate(`${links.wikiDiscussion(slug, { lens })}${hash}`, { replace: true })
  }, [hash, slug, lens, navigate])
}
