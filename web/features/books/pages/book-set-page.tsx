import { links } from '#shared/links.ts'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { PostLines } from '../../../blocks/sequences/post-lines.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadBookSet } from '../books.load.ts'
import { BookSetForm } from '../parts/book-set-form.tsx'
import { BuyLinks, Cover } from '../parts/book-set-parts.tsx'

/**
 * The books of one year: what they are, where they are sold, and what is in them, to be read here.
 */
export default function BookSetPage() {
  const { set, contents, mayEdit } = usePage<typeof loadBookSet>()
  useHoverCards()
  return (
    <article className="series" aria-labelledby="set-title">
      <p className="meta soft">
        <a href={links.books()}>Books</a> · {set.year}
      </p>
      <h1 className="title" id="set-title" dir="auto">
        {set.title}
      </h1>
      <Cover set={set} />
      {set.text
        .split(/\n{2,}/u)
        .filter((words) => words !== '')
        .map((words) => (
          <p key={words} className="stand" dir="auto">
            {words}
          </p>
        ))}
      <BuyLinks set={set} />
      {contents.map(({ id, title, lines }) => (
        <section key={id} className="series-book" aria-labelledby={`book-${id}`}>
          <h2 className="section" id={`book-${id}`} dir="auto">
            {title}
          </h2>
          <PostLines lines={lines} />
        </section>
      ))}
      {mayEdit ? <BookSetForm set={set} /> : null}
    </article>
  )
}
