import { useState } from 'react'
import { links } from '#shared/links.ts'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { CommentLine } from '../../../blocks/posts/comment-line.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { counted, points } from '../../../blocks/counts.ts'
import { useIsLeftOut } from '../../../data/muted.ts'
import { useNow } from '../../../ui/clock.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Time } from '../../../ui/time.tsx'
import type { CardView } from '../feed.load.ts'

const whyWords: Readonly<Record<CardView['source'], string>> = {
  recommended: 'From the archive, high karma',
  discussion: 'Active discussion',
  popular: 'Hot',
  takes: 'Recent quick take',
  followedComments: 'From someone you follow',
  followedPosts: 'From someone you follow',
  bookmarks: 'From your bookmarks',
  following: 'From someone you follow',
}

const lessReasons = [
  ['not-interested', 'Not interested'],
  ['seen-enough', 'Seen enough'],
  ['not-this-author', 'Hide this author'],
  ['low-quality', 'Low quality'],
] as const

interface FeedCardProps {
  readonly card: CardView
  /** Whoever has an account can see less of something. */
  readonly canHide: boolean
}

/** One thing of the feed: why it is here, how it begins, and what can be done with it. */
export function FeedCard({ card, canHide }: FeedCardProps) {
  const now = useNow()
  const [goneFor, setGoneFor] = useState<(typeof lessReasons)[number][0] | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { text } = card
  const seeLess = (reason: (typeof lessReasons)[number][0], isHidden: boolean) => {
    import('./see-less.ts')
      .then(({ seeLess: tell }) => tell(card, reason, isHidden))
      .then(
        (words) => {
          if (words === null) setGoneFor(isHidden ? reason : null)
          setRefused(words)
        },
        (error: unknown) => {
          setRefused('That didn’t work. Try again.')
          reportError(error)
        },
      )
  }
  const isLeftOut = useIsLeftOut()
  if (isLeftOut(card.authors[0]?.slug)) return null
  if (goneFor !== null) {
    return (
      <li className="meta soft" role="status">
        You’ll see less like this.{' '}
        <button type="button" className="linkish" onClick={() => seeLess(goneFor, false)}>
          Undo
        </button>
        {refused === null ? null : <span className="refused-words">{refused}</span>}
      </li>
    )
  }
  const target = card.kind === 'thread' ? null : ({ kind: card.kind === 'post' ? 'post' : 'comment', id: card.id } as const)
  return (
    <li data-item={card.id}>
      <article aria-labelledby={`card-${card.id}`}>
        <p className="card-why meta soft">{whyWords[card.source]}</p>
        <h2 className="row-title" id={`card-${card.id}`}>
          <a href={card.href} lang={card.lang} dir={card.dir}>
            {card.title}
          </a>
        </h2>
        <p className="meta soft nums byline">
          {card.authors.map((person) => (
            <PersonLink key={person.slug} person={person} />
          ))}
          <Time at={card.at} now={now} />
          {card.kind === 'thread' || card.karma === null ? null : <span>{points(card.karma)}</span>}
          <a href={`${card.href}${card.kind === 'post' ? '#comments' : ''}`}>
            {counted(card.commentCount, card.kind === 'take' ? 'reply' : 'comment', card.kind === 'take' ? 'replies' : 'comments')}
          </a>
        </p>
        {text === null ? null : (
          <div className="card-words" lang={card.lang} dir={card.dir}>
            <p>{text.start}</p>
            {text.rest === '' ? null : (
              <details className="card-rest" data-rest={card.id}>
                <summary>Read more</summary>
                <p>{text.rest}</p>
              </details>
            )}
            {text.isWhole ? null : (
              <p>
                <a href={card.href}>Continue reading</a>
              </p>
            )}
          </div>
        )}
        {card.said.length === 0 ? null : (
          <ul className="lines card-replies">
            {card.said.map((line) => (
              <CommentLine key={line.id} said={line} now={now} />
            ))}
          </ul>
        )}
        <div className="card-acts">
          {target === null ? null : <a href={links.vote(target.id)}>Vote</a>}
          {target === null ? null : (
            <BookmarkButton target={{ ...target, postId: target.kind === 'post' ? card.id : postIdIn(card.href) }} className="linkish" />
          )}
          {canHide ? (
            <Menu label={`See less like ${card.title}`} summary="See less" className="live-only see-less">
              {lessReasons.map(([reason, word]) => (
                <button key={reason} type="button" data-closes="" onClick={() => seeLess(reason, true)}>
                  {word}
                </button>
              ))}
            </Menu>
          ) : null}
        </div>
        {refused === null ? null : (
          <p className="refused-words" role="alert">
            {refused}
          </p>
        )}
      </article>
    </li>
  )
}

const postIdIn = (href: string): string => href.split('/')[2]?.split('?')[0] ?? ''
