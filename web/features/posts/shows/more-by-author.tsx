import { links } from '#shared/links.ts'
import type { PartProps } from '../../../data/places.ts'
import type { loadMoreByAuthor } from '../more-by-author.load.ts'

/** Where to read on. */
export default function MoreByAuthor({ page: { posts }, given: { author } }: PartProps<typeof loadMoreByAuthor, 'post-end'>) {
  return (
    <nav className="discussion-sec" aria-labelledby="more-by">
      <h2 className="section" id="more-by">
        More by {author.slug === '' ? author.name : <a href={links.user(author.slug)}>{author.name}</a>}
      </h2>
      <ul>
        {posts.map(({ title, href, lang }) => (
          <li key={href} className="c-on">
            <a href={href} lang={lang} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
