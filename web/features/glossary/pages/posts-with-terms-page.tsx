import { links } from '#shared/links.ts'
import { dayGroups } from '../../../blocks/day-groups.ts'
import { termBodyKey } from '../../../blocks/glossary/term-key.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadPostsWithTerms } from '../posts-with-terms.load.ts'

/** Posts whose authors explain their words, each with what it explains. */
export default function PostsWithTermsPage() {
  const { posts, today, more } = usePage<typeof loadPostsWithTerms>()
  const now = useNow()
  useHoverCards()
  return (
    <>
      <div className="head first-head">
        <h1 className="page-title">Posts with a glossary</h1>
        <a className="btn" href={links.glossaryEditor()}>
          Glossary editor
        </a>
      </div>
      {posts.length === 0 ? (
        <p className="empty">
          No posts found. Authors define terms in the <a href={links.glossaryEditor()}>glossary editor</a>.
        </p>
      ) : null}
      {dayGroups(posts, now ?? today, now === null ? 'UTC' : 'own').map(({ group, items }) => (
        <section key={group} aria-label={group}>
          <h2 className="group-word">{group}</h2>
          <ul className="hits plain-list">
            {items.map(({ row, at, href, terms, moreTerms }) => (
              <li key={row.id}>
                <p className="row-title" lang={row.lang} dir={row.dir}>
                  <a href={href}>{row.title}</a>
                </p>
                <p className="hit-by">
                  {row.authors.map((author) => (
                    <PersonLink key={author.slug} person={author} />
                  ))}
                  <Time at={at} now={now} />
                </p>
                <p className="tags" aria-label="Terms">
                  {terms.map(({ id, term, meaning }) => (
                    <a key={id} href={`${href}#${termBodyKey(id)}`} title={meaning} dir="auto">
                      {term}
                    </a>
                  ))}
                  {moreTerms === 0 ? null : <a href={`${href}#glossary`}>and {moreTerms} more</a>}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More posts</MoreLink>
        </p>
      )}
    </>
  )
}
