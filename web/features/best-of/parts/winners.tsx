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
      {readCount === 0 ? null : <p className="meta soft nums">{`You’ve read ${readCount} of ${lines.length}.`}</p>}
      <ol className="plain-list" aria-label="Chosen posts, in their order">
        {lines.map(({ row, place, href, topics, wonIn }) => (
          <li key={row.id}>
            <p className="row-title" lang={row.lang} dir={row.dir}>
              <span className="soft nums">{place}.</span> <a href={href}>{row.title}</a>
            </p>
            <p className="hit-by">
              {row.authors.map((author, at) => (
                <PersonLink key={author.slug === '' ? at : author.slug} person={author} />
              ))}
              <span>{names.find(({ slug }) => slug === topics[0])?.name}</span>
              {hasYears ? <span>{wonIn}</span> : null}
              {read.get(row.id)?.isRead === true ? <span>read</span> : null}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
