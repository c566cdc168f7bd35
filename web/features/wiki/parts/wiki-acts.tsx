import { useCallback } from 'react'
import { links } from '#shared/links.ts'
import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import { ReactionBar } from '../../../blocks/reactions/reaction-bar.tsx'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { VoteForm } from '../../../blocks/votes/vote-form.tsx'
import { useSite } from '../../../data/site.ts'
import type { WikiPageView } from '../wiki.load.ts'
import { Like } from './like.tsx'

/** What can be done with a page that is read. */
export function WikiActs({ view, title }: { readonly view: WikiPageView; readonly title: string }) {
  const { post, page, lens, tally } = view
  const site = useSite()
  /** What is followed of a tag are posts; of a page alone, and of a lens, what is said about it. */
  const isTag = view.posts !== null
  const address = `${site.origin}${links.wiki(page.slug, { lens: lens?.slug })}`
  const share = useCallback(
    () => import('../../../blocks/share/open-share.ts').then(({ openShare }) => openShare({ title, address })).catch(reportError),
    [title, address],
  )
  const listen = () => {
    const essay = document.querySelector<HTMLElement>('#text')
    // What is said is marked, and what is folded could not be.
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.wiki-more')) fold.open = true
    if (essay !== null) import('../../../blocks/listen/listen.ts').then((part) => part.listen(essay)).catch(reportError)
  }
  return (
    <VoteForm className="wiki-acts page-acts" from={links.wiki(page.slug, { lens: lens?.slug })}>
      <Like id={post.id} tally={tally} />
      <ReactionBar kind="post" id={post.id} />
      {isTag ? (
        <FollowButton kind="tag" id={page.name} name={page.name} />
      ) : (
        <FollowButton kind="post" id={post.id} name={`the discussion of ${title}`} />
      )}
      <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="btn quiet" />
      {view.hasText ? (
        <button className="btn quiet needs-js listen-word" type="button" data-live="" onClick={listen}>
          Listen
        </button>
      ) : null}
      <button className="btn quiet needs-js" type="button" data-live="" onClick={() => void share()}>
        Share
      </button>
      <a className="btn quiet" href={links.createWiki({ lensOf: page.slug })} rel="nofollow">
        Add a lens
      </a>
      <a className="btn quiet" href={links.report('post', post.id)} rel="nofollow">
        Report
      </a>
    </VoteForm>
  )
}
