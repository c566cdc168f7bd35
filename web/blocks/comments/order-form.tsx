import { useEffect, useRef } from 'react'
import type { AnswerOrder } from '#shared/comments/offered-orders.ts'
import type { CommentOrder } from '#shared/comments/orders.ts'
import { answerOrdersUnder, ordersUnder, wishedOrder } from '#shared/comments/offered-orders.ts'
import { orderWords } from '#shared/comments/order-words.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { currentLook, startLook } from '../../data/look.ts'
import { useLocation, useNavigate } from '../../data/navigation.ts'

const answerWords: Readonly<Record<AnswerOrder, string>> = {
  top: orderWords.postCommentsTop,
  magic: orderWords.postCommentsMagic,
  newest: orderWords.postCommentsNew,
  oldest: orderWords.postCommentsOld,
  latestReply: orderWords.postCommentsRecentReplies,
}

interface OrderFormProps<Order> {
  readonly post: Pick<Post, 'id' | 'slug' | 'kind' | 'hidesCommentScores' | 'commentOrder'>
  readonly order: Order
}

/** How the discussion is ordered. */
export function OrderForm({ post, order }: OrderFormProps<CommentOrder>) {
  const { pathname, search } = useLocation()
  useReadersOrder(post, order)
  // The discussion of a page of the wiki is a page of its own, also of a lens.
  const isWiki = kindFacts(post).isInWiki
  const lens = isWiki ? new URLSearchParams(search).get('lens') : null
  return (
    <Choice
      name="view"
      label="Order of comments"
      action={`${isWiki ? pathname : links.post(post)}#comments`}
      lens={lens}
      words={orderWords}
      offered={ordersUnder(post)}
      chosen={order}
    />
  )
}

/**
 * A discussion that was opened as everybody gets it goes on in its reader's own order. Not where an
 * address asks for an order or a comment: what one came for would move away.
 */
function useReadersOrder(post: OrderFormProps<CommentOrder>['post'], order: CommentOrder): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    startLook()
    const wished = wishedOrder(currentLook().order, order, post)
    const query = new URLSearchParams(search)
    if (wished === null || query.has('view') || !['', '#comments'].includes(hash)) return
    query.set('view', wished)
    void navigate(`${pathname}?${query}${hash}`, { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each discussion
  }, [post.id])
}

export function AnswerOrderForm({ post, order }: OrderFormProps<AnswerOrder>) {
  return (
    <Choice
      name="answersSorting"
      label="Order of answers"
      action={`${links.post(post)}#answers`}
      words={answerWords}
      offered={answerOrdersUnder(post)}
      chosen={order}
    />
  )
}

interface ChoiceProps {
  readonly name: 'view' | 'answersSorting'
  readonly label: string
  readonly action: string
  /** Goes along: of a form that asks, the query of its address is lost. */
  readonly lens?: string | null
  readonly words: Readonly<Record<string, string>>
  readonly offered: readonly string[]
  readonly chosen: string
}

/**
 * A plain form, which with a script goes as soon as something is chosen and leaves the page where
 * it is.
 */
function Choice({ name, label, action, lens = null, words, offered, chosen }: ChoiceProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const field = useRef<HTMLSelectElement>(null)
  const choose = () => {
    const query = new URLSearchParams(search)
    query.set(name, field.current?.value ?? chosen)
    void navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true })
  }
  // Chosen while the app was still on its way: nobody heard it then.
  useEffect(() => {
    if (field.current !== null && field.current.value !== chosen) choose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the app comes
  }, [])
  const id = name === 'view' ? 'order' : 'answer-order'
  return (
    <form className="order" method="get" action={action}>
      {lens === null ? null : <input type="hidden" name="lens" value={lens} />}
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <select ref={field} id={id} name={name} defaultValue={chosen} key={chosen} onChange={choose}>
        {offered.map((value) => (
          <option key={value} value={value}>
            {words[value]}
          </option>
        ))}
      </select>
      <button className="linkish no-js">Show</button>
    </form>
  )
}
