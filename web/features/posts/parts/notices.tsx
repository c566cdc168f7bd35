import { links } from '#shared/links.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import type { PostPageData } from '../post-page-data.ts'

/**
 * What is said above a post that is not as others: where quick takes stand, or, for those who may
 * see it, one that waits or was not accepted.
 */
export function Notices({ page }: { readonly page: PostPageData }) {
  return (
    <>
      {kindFacts(page.post).hasTakes ? <TakesNotice page={page} /> : null}
      <StateNotice page={page} />
    </>
  )
}

function StateNotice({ page: { post } }: { readonly page: PostPageData }) {
  if (post.rejectedReason !== null) {
    return (
      <p className="notice-line danger">
        <RefusalWords of={refusedFor('post-is-rejected')} />{' '}
        {post.rejectedReason === '' ? null : `The reason given: ${post.rejectedReason}`}
      </p>
    )
  }
  if (post.awaitsReview)
    return <p className="notice-line warm">Waiting for a moderator, usually up to three days. Only you and the moderators can see this.</p>
  if (post.status === 'removed') return <p className="notice-line warm">This post was removed. Only you and the moderators can see it.</p>
  return null
}

/** Where somebody's quick takes stand. */
function TakesNotice({ page: { authors } }: { readonly page: PostPageData }) {
  return (
    <p className="notice-line">
      This is where {authors[0]?.name ?? 'its owner'} posts quick takes: short thoughts. Anyone can reply.{' '}
      <a href={links.quickTakes()}>All quick takes</a>
    </p>
  )
}
