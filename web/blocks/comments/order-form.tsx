import type { ChangeEvent } from 'react'
import type { CommentOrder } from '#shared/comments/tree.ts'
import { links } from '#shared/links.ts'
import { useLocation, useNavigate } from '../../data/navigation.ts'

const orderWords: Readonly<Record<CommentOrder, string>> = {
  postCommentsTop: 'Top scoring',
  postCommentsMagic: 'New and upvoted',
  postCommentsNew: 'Newest first',
  postCommentsOld: 'Oldest first',
  postCommentsRecentReplies: 'Recent replies',
}

interface OrderFormProps {
  readonly post: { readonly id: string; readonly slug: string | null }
  readonly order: CommentOrder
}

/** How the discussion is ordered: a plain form, which with a script goes as soon as something is chosen and leaves the page where it is. */
export function OrderForm({ post, order }: OrderFormProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const query = new URLSearchParams(search)
    query.set('view', event.currentTarget.value)
    void navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true })
  }
  return (
    <form className="order" method="get" action={`${links.post(post)}#comments`}>
      <label className="sr" htmlFor="order">
        Order of comments
      </label>
      <select id="order" name="view" defaultValue={order} key={order} onChange={choose}>
        {Object.entries(orderWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <button className="linkish no-js">Show</button>
    </form>
  )
}
