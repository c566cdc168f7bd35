import { links } from '#shared/links.ts'
import { counted, points, signed } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { BestLine, loadBestOf } from '../best-of.load.ts'

/** What readers valued most of a year, or of all, and what it is about. */
export default function BestOfPage() {
  const { title, year, topic, years, topics, grids, lines } = usePage<typeof loadBestOf>()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="stand">A yearly review picks each year’s best essays. No review has finished yet, so posts are ranked by karma.</p>
      {years.length === 0 ? (
        <p className="empty">
          No posts yet. <a href={links.newPost()}>Write the first one</a>
        </p>
      ) : (
        <>
          <Tabs
            label="Years"
            tabs={[
              ...years.map((one) => ({
                href: links.bestOf({ year: one.year }),
                word: (
                  <>
                    {one.year}{' '}
                    <span className="n" title={counted(one.count, 'post')}>
                      {one.count}
                    </span>
                  </>
                ),
                isCurrent: one.year === year,
              })),
              { href: links.bestOf({ year: 'all' }), word: 'All years', isCurrent: year === 'all' },
            ]}
          />
          {topics.length === 0 ? null : (
            <Tabs
              label="Topics"
              tabs={[
                { href: links.bestOf({ year }), word: 'All topics', isCurrent: topic === 'all' },
                ...topics.map(({ slug, name, count }) => ({
                  href: links.bestOf({ year, category: slug }),
                  word: (
                    <>
                      {name} <span className="n">{count}</span>
                    </>
                  ),
                  isCurrent: slug === topic,
                })),
              ]}
            />
          )}
          {lines.length === 0 ? <p className="empty">No post from that year has karma yet.</p> : <Ranking lines={lines} />}
          {grids.map(({ slug, name, cells }) => (
            <section key={slug} className="block" aria-labelledby={`topic-${slug}`}>
              <div className="head">
                <h2 className="section" id={`topic-${slug}`} dir="auto">
                  <a href={links.bestOf({ year, category: slug })}>{name}</a>
                </h2>
              </div>
              <Cells cells={cells} />
            </section>
          ))}
        </>
      )}
    </>
  )
}

/** In their order, each with its karma drawn. */
function Ranking({ lines }: { readonly lines: readonly BestLine[] }) {
  const most = Math.max(1, ...lines.map(({ row }) => row.score))
  const read = useReadPosts()
  return (
    <table className="board nums">
      <caption className="sr">By karma, highest first</caption>
      <thead className="sr">
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Post</th>
          <th scope="col">Karma</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ row, place, href }) => (
          <tr key={row.id}>
            <td className="rank">{place}</td>
            <th scope="row">
              <span className="row-title" lang={row.lang} dir={row.dir}>
                <a href={href}>{row.title}</a>
              </span>
              <span className="hit-by">
                {row.authors.map((author) => (
                  <PersonLink key={author.slug} person={author} />
                ))}
                {read.get(row.id)?.isRead === true ? <span>read</span> : null}
              </span>
            </th>
            <td className="karma">
              <span>{signed(row.score)}</span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" height="8" aria-hidden="true">
                <rect width={Math.max(0.5, (row.score / most) * 100)} height="8" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Each with its picture; one without has its title set large on a quiet ground. */
function Cells({ cells }: { readonly cells: readonly BestLine[] }) {
  const read = useReadPosts()
  return (
    <ul className="series-cards">
      {cells.map(({ row, href, picture }) => {
        const isRead = read.get(row.id)?.isRead === true
        return (
          <li key={row.id} className="series-card">
            <h3 className="series-card-title" lang={row.lang} dir={row.dir}>
              <a href={href}>{row.title}</a>
            </h3>
            {picture === null ? (
              <span className="series-cover" aria-hidden="true" />
            ) : (
              <img className="series-cover" src={picture} alt="" loading="lazy" decoding="async" width={480} height={240} />
            )}
            <span className="meta soft">
              {row.authors.map((author) => (
                <PersonLink key={author.slug} person={author} />
              ))}
              <span>{points(row.score)}</span>
              {isRead ? <span>read</span> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
