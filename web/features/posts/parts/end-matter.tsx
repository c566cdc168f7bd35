import { useCallback, useEffect } from 'react'
import { links } from '#shared/links.ts'
import { MemberFollowButton } from '../../../blocks/follow/member-follow-button.tsx'
import { NewsletterBox } from '../../../blocks/newsletters/newsletter-box.tsx'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { UnreadButton } from '../../../blocks/reading/unread-button.tsx'
import { TagChips } from '../../../blocks/tag-votes/tag-chips.tsx'
import { ReactionBar } from '../../../blocks/reactions/reaction-bar.tsx'
import { VoteControl } from '../../../blocks/votes/vote-control.tsx'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import { useSite } from '../../../data/site.ts'
import { SeriesEnd } from './series-bar.tsx'
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
        <ReactionBar kind="post" id={post.id} />
      </VoteForm>
      <TagChips post={post} tags={tags} />
      <SeriesEnd series={page.series} />
      {mentionedIn.length === 0 ? null : (
        <p className="ping meta">
          <span className="soft">Mentioned in </span>
          {mentionedIn.map((other, at) => (
            <span key={other.id}>
              {at === 0 ? '' : ', '}
              <a href={other.href}>{other.by === null ? other.title : `${other.by} on ${other.title}`}</a>
            </span>
          ))}
        </p>
      )}
      {page.newsletterBy === undefined ? null : <NewsletterBox post={post} name={page.newsletterBy} />}
    </div>
  )
}

function Share({ page: { post, title, dialogue } }: { readonly page: PostPageData }) {
  const site = useSite()
  const address = `${site.origin}${links.post(post)}`
  const share = useCallback(
    () => import('../../../blocks/share/open-share.ts').then(({ openShare }) => openShare({ title, address })).catch(reportError),
    [title, address],
  )
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!search.includes('sharePopup=true')) return
    import('./asked-share.ts').then((part) => part.askedShare({ pathname, search, hash }, navigate, share)).catch(reportError)
  }, [pathname, search, hash, navigate, share])
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
  return (
    <div className="matter-acts">
      <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="btn quiet" />
      <button className="btn quiet needs-js" type="button" data-live="" onClick={() => void share()}>
        Share
      </button>
      <a className="btn quiet no-js" href={mail}>
        Email
      </a>
      {post.editedAt === null ? null : (
        <a className="btn quiet" href={links.postHistory(post)} rel="nofollow">
          History
        </a>
      )}
      <MemberFollowButton kind="post" id={post.id} name={title} />
      {dialogue === null ? null : <MemberFollowButton kind="dialogue" id={post.id} name={title} />}
      <UnreadButton postId={post.id} />
      <a className="btn quiet react-add" href={links.react(post.id)}>
        React
      </a>
      <a className="btn quiet" href={links.report('post', post.id)} rel="nofollow">
        Report
      </a>
    </div>
  )
}
