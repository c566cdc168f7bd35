import { PersonLink } from '../../../blocks/person-link.tsx'
import { useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import type { BestLine } from '../best-of.load.ts'

interface WinnersProps {
  readonly lines: readonly BestLine[]
  readonly names: readonly { readonly slug: string; readonly name: string }[]
  /** Of several years: each says its own. */
  readonly hasYears: boolean
}

/** In their order, with what this reader has read. */
export function Winners({ lines, names, hasYears }: WinnersProps) {
  const read = useReadPosts()
  const readCount = lines.filter(({ row }) => read.get(row.id)?.isRead === true).length
  return (
    <>
      <p className="meta soft nums" role="status">
        {readCount === 0 ? null : `${readCount} of ${lines.length} read`}
      </p>
      <table className="board nums">
        <caption className="sr">Chosen posts, in their order</caption>
        <thead className="sr">
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Post</th>
            <th scope="col">Category</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, place, href, topics, wonIn }) => (
            <tr key={row.id}>
              <td className="rank">{place}</td>
              <th scope="row">
                <span className="row-title" lang={row.lang} dir={row.dir}>
                  <a href={href}>{row.title}</a>
                </span>
                <span className="hit-by">
                  {row.authors.map((author, at) => (
                    <PersonLink key={author.slug === '' ? at : author.slug} person={author} />
                  ))}
                  {hasYears ? <span>{wonIn}</span> : null}
                  {read.get(row.id)?.isRead === true ? <span>read</span> : null}
                </span>
              </th>
              <td className="meta soft">{names.find(({ slug }) => slug === topics[0])?.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
