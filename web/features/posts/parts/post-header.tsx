import { Fragment, Suspense } from 'react'
import { links } from '#shared/links.ts'
import { canEditPost, canPublishPost } from '#shared/posts/rules.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { PersonView } from '../../../blocks/people.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { counted, points } from '../../../blocks/counts.ts'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { TagChips } from '../../../blocks/tag-votes/tag-chips.tsx'
import { useTally } from '../../../blocks/votes/tallies.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { latePart } from '../../../ui/late-part.ts'
import { Time } from '../../../ui/time.tsx'
import type { PostPageData } from '../post-page-data.ts'
import { ContentsSheet, afterPost } from '../../../blocks/essay/contents.tsx'
import { PostMenu } from './post-menu.tsx'
import { SeriesBar } from './series-bar.tsx'

/** Few posts have one. */
const Notices = latePart(() => import('./notices.tsx').then((part) => part.Notices))

/** From so many words on, what a link post points at stands in its header. */
const wordsForLinkInHeader = 800

/**
 * Everything above the text: what it is, by whom, from when, how long, and what has to be known
 * before reading.
 */
export function PostHeader({ page }: { readonly page: PostPageData }) {
  const { post, authors, revision } = page
  const facts = kindFacts(post)
  const now = useNow()
  const isLongLink = post.linkUrl !== null && page.words >= wordsForLinkInHeader
  const { score, voteCount } = useTally(post.id, page.tally)
  return (
    // Known from the first byte: what a later element decided would move the text as it comes.
    <header className={`post-head${post.direction === 'rtl' ? ' rtl' : ''}${facts.hasTakes ? ' alone' : ''}`}>
      <SeriesBar series={page.series} collection={page.collection} />
      <DraftLine page={page} />
      {facts.hasTakes || post.rejectedReason !== null || post.awaitsReview || post.status === 'removed' ? (
        <Suspense>
          <Notices page={page} />
        </Suspense>
      ) : null}
      {facts.isAsked ? <p className="meta soft">Question</p> : null}
      <h1 className="title" id="post-title" lang={post.lang} dir={post.direction}>
        {page.title}
      </h1>
      <div className="byline-row">
        <p className="byline">
          <span>
            <Authors authors={authors} />
          </span>
          {post.publishedAt === null ? <span>Draft</span> : <Time at={post.publishedAt} now={now} />}
          {page.written === null ? null : <span>written {page.written}</span>}
          {/* "min read" would break the line until the date becomes an age, and move the essay (stability.e2e.ts). */}
          {facts.hasTakes ? null : <span title={counted(page.words, 'word')}>{page.minutes} min</span>}
          {post.status === 'published' && !facts.hasTakes ? (
            <span className="desktop-only" title={`from ${counted(voteCount, 'vote')}`}>
              {points(score)}
            </span>
          ) : null}
          {post.status === 'published' ? (
            <a className="byline-discussion desktop-only" href="#comments">
              {counted(post.commentCount, 'comment')}
            </a>
          ) : null}
          {post.status === 'published' ? (
            <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="linkish save-word desktop-only" />
          ) : null}
          <EditWord page={page} />
        </p>
        <PostMenu page={page} />
      </div>
      {isLongLink ? <LinkLine page={page} /> : null}
      {revision.isLatest ? null : (
        <p className="notice-line">
          This is version {revision.version} of{' '}
          <time dateTime={new Date(revision.at).toISOString()}>{new Date(revision.at).toISOString().slice(0, 10)}</time>.{' '}
          <a href={links.post(post)}>Read the current version</a>, or see <a href={links.postHistory(post)}>all versions</a>
        </p>
      )}
      <TagChips post={post} tags={page.tags} kind={page.kindChip} />
      <ContentsSheet contents={page.contents} after={afterPost(0)} />
      {isLongLink ? null : <LinkLine page={page} />}
    </header>
  )
}

/**
 * A long text of its own stands under its heading; a short one is about what it links to, which is
 * said right above it (content.md 2.15).
 */
function LinkLine({ page }: { readonly page: PostPageData }) {
  const { post } = page
  if (post.linkUrl === null) return null
  return (
    <p className="meta linkpost">
      <span className="soft">Links to </span>
      <a href={post.linkUrl} rel="ugc nofollow noopener">
        {page.linkWords}
      </a>
    </p>
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

/** A draft's page is rendered for its author, so this line does not come late. */
function DraftLine({ page: { post } }: { readonly page: PostPageData }) {
  const viewer = useViewer()
  const edit = links.editPost(post.id)
  if (post.status !== 'draft') return null
  if (kindFacts(post).hasMessages)
    return (
      <p className="notice-line warm">
        <b>Draft</b>: only participants can see this.
      </p>
    )
  return (
    <p className="notice-line warm">
      <b>Draft</b>: only its authors and people they share it with can see this.{' '}
      <a href={edit}>{canEditPost(viewer, post).allowed ? 'Edit' : 'Open'}</a>{' '}
      {canPublishPost(viewer, post).allowed ? <a href={`${edit}#publish`}>Publish</a> : null}
    </p>
  )
}

/**
 * For those who may change a public post: one word at the end of the byline, once it is known who
 * is here, so that nothing below it moves.
 */
function EditWord({ page: { post } }: { readonly page: PostPageData }) {
  const viewer = useViewer()
  return post.status === 'draft' || !canEditPost(viewer, post).allowed ? null : (
    <a className="desktop-only" href={links.editPost(post.id)}>
      Edit
    </a>
  )
}
