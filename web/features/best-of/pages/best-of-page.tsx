import { links } from '#shared/links.ts'
import { counted, points, signed } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { BookLink } from '../../../blocks/sequences/book-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Winners } from '../parts/winners.tsx'
import type { BestLine, CellPicture, loadBestOf } from '../best-of.load.ts'

/** What readers valued most of a year, or of all, and what it is about. */
export default function BestOfPage() {
  const { title, year, topic, isKarma, isCut, sequenceId, years, topics, grids, lines } = usePage<typeof loadBestOf>()
  useHoverCards()
  const there = topics.filter(({ count }) => count > 0)
  const empty = topics.filter(({ count }) => count === 0)
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="stand">
        {isKarma
          ? 'Each year’s best essays are chosen after a yearly review. None are published yet, so posts are ranked by karma.'
          : 'Members vote on the posts of a year once it is over. Of those in the results, these were chosen.'}
      </p>
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
          {there.length === 0 ? null : (
            <Tabs
              label={isKarma ? 'Topics' : 'Categories'}
              tabs={[
                { href: links.bestOf({ year }), word: isKarma ? 'All topics' : 'All categories', isCurrent: topic === 'all' },
                ...there.map(({ slug, name, count }) => ({
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
          {empty.length === 0 ? null : <p className="meta soft">No posts in {empty.map(({ name }) => name).join(', ')}.</p>}
          {lines.length === 0 ? (
            <p className="empty">No post from that year has karma yet.</p>
          ) : isKarma ? (
            <Ranking lines={lines} />
          ) : (
            <Winners lines={lines} names={topics} hasYears={year === 'all'} />
          )}
          {sequenceId === undefined ? null : (
            <p className="acts">
              <a className="btn quiet" href={links.sequence(sequenceId)}>
                Read in order
              </a>
              <BookLink sequenceId={sequenceId}>Download as EPUB</BookLink>
            </p>
          )}
          {isCut ? <p className="soft">Each year has a list of its own with all of its posts.</p> : null}
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

/** The part of it that was chosen: drawn by numbers, since a page carries no styles of its own. */
function Cover({ picture: { src, crop } }: { readonly picture: CellPicture }) {
  if (crop === null) return <img className="series-cover" src={src} alt="" loading="lazy" decoding="async" width={480} height={240} />
  const { frame, whole } = crop
  return (
    <svg className="series-cover" viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} aria-hidden="true">
      <foreignObject width={whole.width} height={whole.height}>
        <img src={src} alt="" loading="lazy" decoding="async" width={whole.width} height={whole.height} />
      </foreignObject>
    </svg>
  )
}

/** Each with its picture; one without has its title set large on a quiet ground. */
function Cells({ cells }: { readonly cells: readonly BestLine[] }) {
  const read = useReadPosts()
  return (
    <ul className="series-cards">
      {cells.map(({ row, href, picture, wonIn }) => {
        const isRead = read.get(row.id)?.isRead === true
        return (
          <li key={row.id} className="series-card">
            <h3 className="series-card-title" lang={row.lang} dir={row.dir}>
              <a href={href}>{row.title}</a>
            </h3>
            {picture === null ? <span className="series-cover" aria-hidden="true" /> : <Cover picture={picture} />}
            <span className="meta soft">
              {row.authors.map((author) => (
                <PersonLink key={author.slug} person={author} />
              ))}
              {wonIn === null ? <span>{points(row.score)}</span> : null}
              {isRead ? <span>read</span> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
