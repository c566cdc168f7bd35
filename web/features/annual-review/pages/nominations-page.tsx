import { links } from '#shared/links.ts'
import { counted, points } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadNominations } from '../nominations.load.ts'
import { ReviewHead } from '../parts/review-head.tsx'

const sortWords = { most: 'Most nominations', fewest: 'Fewest nominations', lastCommented: 'Last commented' } as const

/** What was nominated in a review that is over. */
export default function NominationsPage() {
  const { frame, sort, lines, count, more } = usePage<typeof loadNominations>()
  useHoverCards()
  const { year } = frame
  if (!frame.isYear) return <ReviewHead frame={frame} current="nominations" />
  return (
    <>
      <ReviewHead frame={frame} current="nominations" />
      <h2 className="section">{counted(count, 'nominated post')}</h2>
      {lines.length === 0 ? (
        <p className="empty">{`No post of ${year} was nominated.`}</p>
      ) : (
        <>
          <Tabs
            label="Order"
            tabs={(['most', 'fewest', 'lastCommented'] as const).map((one) => ({
              href: links.nominations(year, one === 'most' ? {} : { sort: one }),
              word: sortWords[one],
              isCurrent: one === sort,
            }))}
          />
          <ol className="plain-list review-ballot">
            {lines.map(({ row, nominations }) => (
              <li key={row.id}>
                <div>
                  <h3 className="row-title" lang={row.lang} dir={row.dir}>
                    <a href={links.post(row)}>{row.title}</a>
                  </h3>
                  <p className="hit-by meta soft">
                    {row.authors.map((author, at) => (
                      <PersonLink key={author.slug === '' ? at : author.slug} person={author} />
                    ))}
                    <span>{points(row.score)}</span>
                  </p>
                </div>
                <p className="meta soft">{counted(nominations, 'nomination')}</p>
              </li>
            ))}
          </ol>
        </>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Show more</MoreLink>
        </p>
      )}
    </>
  )
}
