import { useRef } from 'react'
import { movePinnedPost } from '#shared/accounts/pin-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'
import { MoveButtons, stepsIn } from '../../../blocks/order/move-buttons.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useDragOrder } from '../../../blocks/order/use-drag-order.ts'

interface PinnedOrderProps {
  readonly posts: readonly { readonly id: string; readonly title: string; readonly lang: string }[]
}

/** The order of what stands first on one's own page: by drag, by buttons, and without scripting. */
export function PinnedOrder({ posts }: PinnedOrderProps) {
  const list = useRef<HTMLOListElement>(null)
  useDragOrder(
    list,
    posts.map(({ id }) => id),
    async ({ postId, beforeId }) => (await mutate(movePinnedPost, { postId, beforeId: beforeId || null })).message,
  )
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="pinned-order">
      <h2 className="section" id="pinned-order">
        Pinned posts
      </h2>
      <p className="soft">They stand first on your page. Pin or unpin a post in its menu in any list.</p>
      <ol className="series-order" ref={list}>
        {posts.map(({ id, title, lang }, at) => (
          <li key={id} data-post={id}>
            <span className="series-order-title" lang={lang} dir="auto">
              {title}
            </span>
            <MutationForm name="accounts.movePinnedPost" about={{ postId: id }} className="series-moves">
              <MoveButtons name={title} steps={stepsIn(posts, at)} />
            </MutationForm>
          </li>
        ))}
      </ol>
      <p className="meta" role="status" data-drag-said />
    </section>
  )
}
