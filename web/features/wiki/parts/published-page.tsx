import { useCallback, useRef } from 'react'
import { links } from '#shared/links.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import { ContentsRail, ContentsSheet } from '../../../blocks/essay/contents.tsx'
import { MentionedIn } from '../../../blocks/essay/mentioned-in.tsx'
import { useEssay } from '../../../blocks/essay/use-essay.ts'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { ReactionsOnPage } from '../../../blocks/reactions/reactions-on-page.tsx'
import { counted } from '../../../blocks/counts.ts'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { Body, SheetHere } from '../../../ui/body.tsx'
import { useBodies } from '../../../data/page.ts'
import type { WikiPageView } from '../wiki.load.ts'
import { Crumbs } from './crumbs.tsx'
import { Contributors } from './contributors.tsx'
import { LensTabs } from './lens-tabs.tsx'
import { PathBar } from './path-bar.tsx'
import { ReliedUponBy, Requires } from './requirements.tsx'
import { PageNotices } from './page-notices.tsx'
import { PageTabs } from '../../../blocks/wiki/page-tabs.tsx'
import { Summaries } from './summaries.tsx'
import { TaggedPosts } from './tagged-posts.tsx'
import { useDiscussionAddress } from './use-discussion-address.ts'
import { WikiActs } from './wiki-acts.tsx'

const noComments = [] as const

/**
 * The button goes when it is pressed, and what it brings stands before it: whoever pressed it goes
 * on with the first words of that.
 */
function goOn({ currentTarget: more }: { readonly currentTarget: HTMLDetailsElement }): void {
  const isLeft = document.activeElement === document.body || more.contains(document.activeElement)
  const essay = more.previousElementSibling
  const shown = Number(/cut-(\d+)/u.exec(more.parentElement?.className ?? '')?.[1])
  const first = essay?.children[shown]
  if (!more.open || !isLeft || !(first instanceof HTMLElement)) return
  first.tabIndex = -1
  first.focus({ preventScroll: true })
}

/** A page of the wiki as it stands. */
export function PublishedPage({ view }: { readonly view: WikiPageView }) {
  const { post, tag, page, lens, revision, posts } = view
  const bodies = useBodies()
  const main = useRef<HTMLElement>(null)
  useEssay(main, revision.id, {
    postId: post.id,
    polls: view.polls,
    predictions: view.predictions,
    isPublished: post.status === 'published',
    words: view.words,
    minutes: view.minutes,
    hasContents: view.contents.length > 0,
  })
  useHoverCards()
  useDiscussionAddress(page.slug, lens?.slug)
  const find = useCallback(
    (kind: VoteKind, id: string): VoteTarget | undefined =>
      kind === 'post' && id === post.id ? { kind, id, said: view.tally, authorIds: [] } : undefined,
    [post.id, view.tally],
  )
  const title = lens === null ? page.name : tag.name
  const after = posts === null ? null : { href: '#tagged', word: posts.count === 0 ? 'Posts' : counted(posts.count, 'post') }
  return (
    <ReactionsOnPage said={view.reactions} postId={post.id} comments={noComments} posts={noComments}>
      <ContentsRail title={title} contents={view.contents} after={after} />
      <main id="main" className="col wiki" tabIndex={-1} ref={main}>
        <article aria-labelledby="post-title">
          <header className="post-head">
            <PathBar step={view.step} />
            <Crumbs view={view} />
            <Requires view={view} />
            <PageNotices view={view} />
            {tag.bannerUrl === null ? null : <img className="series-banner" src={tag.bannerUrl} alt="" width={1200} height={380} />}
            <h1 className="title" id="post-title" lang={post.lang} dir={post.direction}>
              {title}
            </h1>
            {tag.subtitle === '' ? null : (
              <p className="stand" dir="auto">
                {tag.subtitle}
              </p>
            )}
            <PageTabs slug={page.slug} lens={lens?.slug ?? null} current="page" commentCount={post.commentCount} />
            <LensTabs view={view} />
            <WikiActs view={view} title={title} />
            <ContentsSheet contents={view.contents} after={after} />
          </header>
          <Summaries summaries={view.summaries} />
          {view.hasText ? (
            <div className={view.cut === null ? 'wiki-text' : `wiki-text cut-${view.cut}`}>
              <Body
                className="essay"
                id="text"
                name={revision.id}
                html={bodies[revision.id]}
                version={revision.id}
                lang={post.lang}
                dir={post.direction}
              />
              {view.cut === null ? null : (
                <details className="wiki-more" onToggle={goOn}>
                  <summary className="btn quiet">Read more</summary>
                </details>
              )}
            </div>
          ) : (
            <p className="empty">
              This page is empty. <a href={links.editWiki(page.slug, { lens: lens?.slug })}>Start writing</a>
            </p>
          )}
          <SheetHere name="foot" />
          <Contributors view={view} />
          <ReliedUponBy view={view} />
          <MentionedIn mentions={view.mentionedIn} />
        </article>
        <SheetHere name="lists" />
        {posts === null ? null : <TaggedPosts posts={posts} page={page} />}
        <VoteControls find={find} />
      </main>
    </ReactionsOnPage>
  )
}
