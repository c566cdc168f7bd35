import { useState } from 'react'
import { links } from '#shared/links.ts'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { UnreadButton } from '../../../blocks/reading/unread-button.tsx'
import { VoteControl } from '../../../blocks/votes/vote-control.tsx'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'
import { useSite } from '../../../data/site.ts'
import type { PostPageData } from '../post-page-data.ts'

/** After the text: what readers thought, what it is about, and how to pass it on. */
export function EndMatter({ page }: { readonly page: PostPageData }) {
  const { post, tally, tags, mentionedIn } = page
  if (post.status !== 'published') return null
  return (
    <div className="matter">
      <VoteForm className="matter-votes" from={links.post(post)}>
        <VoteControl kind="post" id={post.id} tally={tally} isBig />
        <Share page={page} />
      </VoteForm>
      {tags.length === 0 ? null : (
        <p className="tags" aria-label="Tags">
          {tags.map((tag) => (
            <a key={tag.href} href={tag.href}>
              {tag.name}
            </a>
          ))}
        </p>
      )}
      {mentionedIn.length === 0 ? null : (
        <p className="ping meta">
          <span className="soft">Mentioned in </span>
          {mentionedIn.map((other, at) => (
            <span key={other.id}>
              {at === 0 ? '' : ', '}
              <a href={other.href}>{other.title}</a>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function Share({ page: { post, title } }: { readonly page: PostPageData }) {
  const site = useSite()
  const [isCopied, setCopied] = useState(false)
  const address = `${site.origin}${links.post(post)}`
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // The browser forbids it: the address is in its own bar.
    }
  }
  return (
    <div className="matter-acts">
      <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="btn quiet" />
      <button className="btn quiet needs-js" type="button" onClick={copy}>
        {isCopied ? 'Link copied' : 'Copy link'}
      </button>
      <span className="sr" role="status">
        {isCopied ? 'Link copied' : ''}
      </span>
      <a className="btn quiet" href={mail}>
        E-mail
      </a>
      <UnreadButton postId={post.id} />
    </div>
  )
}
