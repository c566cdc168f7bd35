import { Fragment } from 'react'
import { links } from '#shared/links.ts'
import { canEditPost, isAuthor } from '#shared/posts/rules.ts'
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

/** Everything above the text: what it is, by whom, from when, how long, and what has to be known before reading. */
export function PostHeader({ page }: { readonly page: PostPageData }) {
  const { post, authors, revision } = page
  const now = useNow()
  const { score, voteCount } = useTally(post.id, page.tally)
  return (
    <header className="post-head">
      <DraftLine page={page} />
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
        <span title={counted(page.words, 'word')}>{page.minutes} min</span>
        {post.status === 'published' ? <span title={`from ${counted(voteCount, 'vote')}`}>{points(score)}</span> : null}
        {post.status === 'published' ? (
          <a className="byline-talk" href="#comments">
            {counted(post.commentCount, 'comment')}
          </a>
        ) : null}
        {post.status === 'published' ? (
          <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="linkish save-word" />
        ) : null}
        <EditWord page={page} />
      </p>
      {post.linkUrl === null ? null : (
        <p className="meta linkpost">
          <span className="soft">Links to </span>
          <a href={post.linkUrl} rel="ugc nofollow noopener">
            {hostAndPath(post.linkUrl)}
          </a>
        </p>
      )}
      {revision.isLatest ? null : (
        <p className="notice-line">
          This is version {revision.version} of{' '}
          <time dateTime={new Date(revision.at).toISOString()}>{new Date(revision.at).toISOString().slice(0, 10)}</time>.{' '}
          <a href={links.post(post)}>Read the current one</a>
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
    </header>
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
  return (
    <p className="notice-line warm">
      <b>Draft</b>: only {isAuthor(viewer, post) ? 'you' : 'its author'} can see this. <a href={edit}>Edit</a>{' '}
      <a href={`${edit}#publish`}>Publish</a>
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
