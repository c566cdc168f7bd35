import { links } from '#shared/links.ts'
import { Body } from '../../ui/body.tsx'
import { Time } from '../../ui/time.tsx'
import type { ThreadPerson } from '../comments/thread-view.ts'
import { useMuted } from '../../data/muted.ts'
import { MutedFold } from '../mutes/muted-fold.tsx'
import { PersonLink } from '../person-link.tsx'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import { VoteControl } from '../votes/vote-control.tsx'
import { MyAnswers } from './my-answers.tsx'
import { parentBodyKey } from './discussion-keys.ts'
import type { DiscussionComment, DiscussionItem } from './discussion-view.ts'

interface DiscussionEntryProps {
  readonly item: DiscussionItem
  readonly people: readonly ThreadPerson[]
  readonly bodies: Readonly<Record<string, string>>
  readonly now: number | null
  /** Ids of all comments that the page shows. */
  readonly known: { has(id: string): boolean }
}

const nobody: ThreadPerson = { id: '', name: '[anonymous]', slug: '' }

/**
 * One comment under the title of its post, with what it answers and, where asked for, what answers
 * it.
 */
export function DiscussionEntry({ item, people, bodies, now, known }: DiscussionEntryProps) {
  const { comment, post, parent, replies } = item
  const author = people[comment.by] ?? nobody
  return (
    <li id={comment.id} data-comment={comment.id}>
      <h2 className="row-title discussion-title">
        <a href={links.commentInThread(post, comment.id)} lang={post.lang} dir={post.dir}>
          {post.title}
        </a>
      </h2>
      {parent === undefined ? null : <Parent item={item} parent={parent} people={people} bodies={bodies} />}
      <DiscussionArticle comment={comment} post={post} author={author} label={`Comment by ${author.name}`} bodies={bodies} now={now} />
      <MyAnswers parentId={comment.id} known={known} now={now} />
      {replies.length === 0 ? null : (
        <ul>
          {replies.map((reply) => {
            const answerer = people[reply.by] ?? nobody
            return (
              <li key={reply.id} id={reply.id} data-comment={reply.id}>
                <DiscussionArticle
                  comment={reply}
                  post={post}
                  author={answerer}
                  label={`Reply by ${answerer.name} to ${author.name}`}
                  bodies={bodies}
                  now={now}
                />
                <MyAnswers parentId={reply.id} known={known} now={now} />
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}

interface ParentProps extends Pick<DiscussionEntryProps, 'item' | 'people' | 'bodies'> {
  readonly parent: NonNullable<DiscussionItem['parent']>
}

function Parent({ item, parent, people, bodies }: ParentProps) {
  const author = people[parent.by] ?? nobody
  return (
    <details className="discussion-parent">
      <summary>
        <span>Show parent</span> by {author.name}
      </summary>
      {parent.isRemoved ? (
        <p className="soft">It was removed.</p>
      ) : (
        <Body
          className="c-body"
          name={parentBodyKey(item.comment.id)}
          html={bodies[parentBodyKey(item.comment.id)]}
          version={parent.version}
        />
      )}
      <p className="meta">
        <a href={links.comment(item.post, parent.id)}>See in context</a>
      </p>
    </details>
  )
}

interface DiscussionArticleProps {
  readonly comment: DiscussionComment
  readonly post: DiscussionItem['post']
  readonly author: ThreadPerson
  readonly label: string
  readonly bodies: Readonly<Record<string, string>>
  readonly now: number | null
}

function DiscussionArticle({ comment, post, author, label, bodies, now }: DiscussionArticleProps) {
  const permalink = links.comment(post, comment.id)
  const isMuted = useMuted().ids.has(author.id)
  const article = (
    <article className="c" aria-label={label}>
      <header className="c-head">
        <PersonLink person={author} className="by" />
        <a className="when" href={permalink}>
          <Time at={comment.at} now={now} />
        </a>
        {comment.editedAt === undefined ? null : <span>edited</span>}
      </header>
      <VoteControl kind="comment" id={comment.id} tally={comment} />
      <Body className="c-body" html={bodies[comment.id]} version={comment.version} />
      <ReactionBar kind="comment" id={comment.id} />
      <div className="c-acts">
        <a className="c-reply" href={links.reply(post, comment.id)}>
          Reply
        </a>
        <a className="react-add icon-btn" href={links.react(comment.id)} aria-label={`React to the ${label.replace(/^C/u, 'c')}`} />
      </div>
      <div className="c-place" />
    </article>
  )
  return isMuted ? <MutedFold>{article}</MutedFold> : article
}
