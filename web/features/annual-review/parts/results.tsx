import { exportColumns, exportFiles } from '#shared/annual-review/export.ts'
import { links } from '#shared/links.ts'
import { counted, points } from '../../../blocks/counts.ts'
import { BookLink } from '../../../blocks/sequences/book-link.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Distribution } from './distribution.tsx'
import type { ReviewFrame } from '../review-lines.ts'
import type { loadResults } from '../results.load.ts'
import { ReviewHead } from './review-head.tsx'
import { ReviewYears } from './review-years.tsx'

/** What the votes of a year have made of its posts. */
export function Results({ page }: { readonly page: Omit<Awaited<ReturnType<typeof loadResults>>, 'head' | 'isAbsent'> }) {
  const { frame, years, sort, sequenceId, lines, votesPerDot, count, more } = page
  const { year } = frame
  return (
    <>
      <ReviewHead frame={frame} current="results" />
      {frame.isYear ? (
        <>
          <h2 className="section">Results</h2>
          {lines.length === 0 ? (
            <p className="empty">{noResults(frame)}</p>
          ) : (
            <>
              <p className="meta soft">
                {count === null ? null : `${counted(count.voters, 'member')} voted on ${counted(count.posts, 'post')}. `}
                {votesPerDot === 1 ? 'Each dot is a vote' : `Each dot is up to ${votesPerDot} votes`}: those for a post stand to the right.
                Votes are shown without names.
              </p>
              {sequenceId === undefined ? null : (
                <p className="acts">
                  <a className="btn quiet" href={links.bestOf({ year })}>
                    Gallery of the winners
                  </a>
                  <a className="btn quiet" href={links.sequence(sequenceId)}>
                    Read in order
                  </a>
                  <BookLink sequenceId={sequenceId}>Download as EPUB</BookLink>
                </p>
              )}
              <Tabs
                label="Order"
                tabs={[
                  { href: links.reviews(year, { tab: 'results' }), word: 'By rank', isCurrent: sort === 'rank' },
                  { href: links.reviews(year, { tab: 'results', sort: 'score' }), word: 'By score', isCurrent: sort === 'score' },
                ]}
              />
              <table className="review-results nums">
                <caption className="sr">
                  {sort === 'rank' ? 'By rank: votes weigh by their voters’ karma' : 'By score: every vote weighs the same'}
                </caption>
                <thead className="sr">
                  <tr>
                    <th scope="col">Rank</th>
                    <th scope="col">Post</th>
                    <th scope="col">Score</th>
                    <th scope="col">Votes</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map(({ row, rank, score, columns, reviews }) => (
                    <tr key={row.id}>
                      <td className="rank">{rank}</td>
                      <th scope="row">
                        <span className="row-title" lang={row.lang} dir={row.dir}>
                          <a href={links.post(row)}>{row.title}</a>
                        </span>
                        <span className="hit-by">
                          {row.authors.map((author, at) => (
                            <PersonLink key={author.slug === '' ? at : author.slug} person={author} />
                          ))}
                          {reviews.map(({ id, by, karma, href }) => (
                            <a key={id} href={href}>
                              review by {by} ({karma} karma)<span className="sr"> of {row.title}</span>
                            </a>
                          ))}
                        </span>
                      </th>
                      <td className="score soft">{points(score)}</td>
                      <td className="votes">
                        <Distribution columns={columns} votesPerDot={votesPerDot} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )}
          {lines.length === 0 ? null : <Downloads year={year} />}
          {more === null ? null : (
            <p className="after">
              <MoreLink href={more}>Show more</MoreLink>
            </p>
          )}
        </>
      ) : null}
      <ReviewYears years={years} current={year} tab="results" />
    </>
  )
}

const fileWords = { 'results.csv': 'Results (CSV)', 'votes.csv': 'Votes (CSV)', 'review.json': 'Both (JSON)' } as const

/** For anybody's own counting, with what each column holds. */
function Downloads({ year }: { readonly year: number }) {
  return (
    <details className="series-fold">
      <summary>Download the results</summary>
      <p className="soft">
        The numbers on this page, as files. Votes are counted by what they are worth; no file says who voted, or which votes are of one
        member.
      </p>
      <p className="acts">
        {exportFiles.map((file) => (
          <a key={file} className="btn quiet" href={links.reviewExport(year, file)} download={`review-${year}-${file}`}>
            {fileWords[file]}
          </a>
        ))}
      </p>
      {(['results', 'votes'] as const).map((table) => (
        <dl key={table} className="facts" aria-label={`Columns of ${table}`}>
          {Object.entries(exportColumns[table]).map(([name, words]) => (
            <div key={name}>
              <dt>
                {table}.{name}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      ))}
    </details>
  )
}

function noResults({ phase, year }: ReviewFrame): string {
  if (phase === 'results') return 'The votes are being counted. Results come here when that is done.'
  if (phase === 'complete') return `No votes were cast on posts of ${year}.`
  return 'Results come here when voting has ended.'
}
