import { Fragment } from 'react'
import { links } from '#shared/links.ts'
import { canEditPost, canPublishPost } from '#shared/posts/rules.ts'
import type { PersonView } from '../../../blocks/people.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { counted, points } from '../../../blocks/counts.ts'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import { useTally } from '../../../blocks/votes/tallies.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { writtenInWords } from '../written-on.ts'
import type { PostPageData } from '../post-page-data.ts'
import { ContentsSheet } from './contents.tsx'
import { SeriesBar } from './series-bar.tsx'

/** From so many words on, what a link post points at stands in its header. */
const wordsForLinkInHeader = 800

/** Everything above the text: what it is, by whom, from when, how long, and what has to be known before reading. */
export function PostHeader({ page }: { readonly page: PostPageData }) {
  const { post, authors, revision } = page
  const now = useNow()
  const isLongLink = post.linkUrl !== null && page.words >= wordsForLinkInHeader
  const { score, voteCount } = useTally(post.id, page.tally)
  return (
    <header className="post-head">
      <SeriesBar series={page.series} collection={page.collection} />
      <DraftLine page={page} />
      {post.holds === 'quickTakes' ? <TakesNotice page={page} /> : null}
      <Notices page={page} />
      {post.kind === 'question' ? <p className="meta soft">Question</p> : null}
      <h1 className="title" id="post-title" lang={post.lang} dir={post.direction}>
        {page.title}
      </h1>
      <p className="byline">
        <span>
          <Authors authors={authors} />
        </span>
        {post.publishedAt === null ? <span>Draft</span> : <Time at={post.publishedAt} now={now} />}
        {post.writtenOn === null ? null : <span>written {writtenInWords(post.writtenOn)}</span>}
        {post.holds === 'quickTakes' ? null : <span title={counted(page.words, 'word')}>{page.minutes} min</span>}
        {post.status === 'published' && post.holds !== 'quickTakes' ? (
          <span title={`from ${counted(voteCount, 'vote')}`}>{points(score)}</span>
        ) : null}
        {post.status === 'published' ? (
          <a className="byline-talk" href="#comments">
            {counted(post.commentCount, 'comment')}
          </a>
        ) : null}
        {post.holds === undefined ? <ListenWord /> : null}
        {post.status === 'published' ? (
          <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="linkish save-word" />
        ) : null}
        <EditWord page={page} />
      </p>
      {isLongLink ? <LinkLine page={page} /> : null}
      {revision.isLatest ? null : (
        <p className="notice-line">
          This is version {revision.version} of{' '}
          <time dateTime={new Date(revision.at).toISOString()}>{new Date(revision.at).toISOString().slice(0, 10)}</time>.{' '}
          <a href={links.post(post)}>Read the current one</a>, or see <a href={links.postHistory(post)}>all versions</a>
        </p>
      )}
      {page.tags.length === 0 ? null : (
        <p className="tags" aria-label="Tags">
          {page.tags.map((tag) => (
            <a key={tag.href} href={tag.href}>
              {tag.name}
            </a>
          ))}
        </p>
      )}
      <ContentsSheet contents={page.contents} />
      {isLongLink ? null : <LinkLine page={page} />}
    </header>
  )
}

/** A long text of its own stands under its heading; a short one is about what it links to, which is said right above it (content.md 2.15). */
function LinkLine({ page: { post } }: { readonly page: PostPageData }) {
  if (post.linkUrl === null) return null
  return (
    <p className="meta linkpost">
      <span className="soft">Links to </span>
      <a href={post.linkUrl} rel="ugc nofollow noopener">
        {hostAndPath(post.linkUrl)}
      </a>
    </p>
  )
}

/** Where somebody's quick takes stand. */
function TakesNotice({ page: { authors } }: { readonly page: PostPageData }) {
  return (
    <p className="notice-line">
      This is where {authors[0]?.name ?? 'its owner'} writes quick takes: thoughts that are not posts yet. Anybody may answer them; only
      they begin new ones here. <a href={links.quickTakes()}>Everybody’s quick takes</a>
    </p>
  )
}

/** The browser's voice; where it has none, the word says so. */
function ListenWord() {
  const start = () => {
    const essay = document.querySelector<HTMLElement>('#text')
    if (essay !== null) import('../../../blocks/listen/listen.ts').then(({ listen }) => listen(essay)).catch(reportError)
  }
  return (
    <button type="button" className="linkish save-word listen-word needs-js" data-live="" onClick={start}>
      Listen
    </button>
  )
}

function Authors({ authors }: { readonly authors: readonly PersonView[] }) {
  return authors.map((author, at) => (
    <Fragment key={author.slug || at}>
      {at === 0 ? null : at === authors.length - 1 ? ' and ' : ', '}
      <PersonLink person={author} />
    </Fragment>
  ))
}

/** Only on pages that are rendered for their viewer: a draft, a post that waits, one that was not accepted. */
function Notices({ page: { post } }: { readonly page: PostPageData }) {
  if (post.rejectedReason !== null) {
    return (
      <p className="notice-line danger">
        <RefusalWords of={refusedFor('post-is-rejected')} />{' '}
        {post.rejectedReason === '' ? null : `The reason given: ${post.rejectedReason}`}
      </p>
    )
  }
  if (post.awaitsReview)
    return (
      <p className="notice-line warm">
        Waiting for a moderator, normally no longer than three days. Until then only you and the moderators can see this.
      </p>
    )
  if (post.status === 'removed') return <p className="notice-line warm">This post was removed. Only you and the moderators can see it.</p>
  return null
}

/** A draft's page is rendered for its author, so this line does not come late. */
function DraftLine({ page: { post } }: { readonly page: PostPageData }) {
  const viewer = useViewer()
  const edit = links.editPost(post.id)
  if (post.status !== 'draft') return null
  if (post.holds === 'dialogue')
    return (
      <p className="notice-line warm">
        <b>Draft</b>: only those who take part can see this.
      </p>
    )
  return (
    <p className="notice-line warm">
      <b>Draft</b>: only its authors and whom they let in can see this.{' '}
      <a href={edit}>{canEditPost(viewer, post).allowed ? 'Edit' : 'Open'}</a>{' '}
      {canPublishPost(viewer, post).allowed ? <a href={`${edit}#publish`}>Publish</a> : null}
    </p>
  )
}

/** For those who may change a public post: one word at the end of the byline, once it is known who is here, so that nothing below it moves. */
function EditWord({ page: { post } }: { readonly page: PostPageData }) {
  const viewer = useViewer()
  return post.status === 'draft' || !canEditPost(viewer, post).allowed ? null : <a href={links.editPost(post.id)}>Edit</a>
}

function hostAndPath(address: string): string {
  const text = address.replace(/^https?:\/\/(www\.)?/iu, '').replace(/\/$/u, '')
  return text.length > 70 ? `${text.slice(0, 69)}…` : text
}
