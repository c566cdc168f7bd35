import type { WikiPageView } from '../wiki.load.ts'

type View = Pick<WikiPageView, 'requires' | 'start' | 'reliedUpon'>

/** What to know before a page is read. */
export function Requires({ view: { requires, start } }: { readonly view: View }) {
  if (requires === undefined) return null
  return (
    <p className="meta crumbs">
      <span className="soft">Requires: </span>
      <Names of={requires} />
      {start === undefined ? null : (
        <>
          <span className="soft"> · </span>
          <a href={start}>Start from the beginning</a>
        </>
      )}
    </p>
  )
}

/** What builds on it. */
export function ReliedUponBy({ view: { reliedUpon } }: { readonly view: View }) {
  if (reliedUpon === undefined) return null
  const { pages, more } = reliedUpon
  return (
    <p className="ping meta">
      <span className="soft">Relied upon by </span>
      <Names of={pages} />
      {more === 0 ? null : <span className="soft"> and {more} more</span>}
    </p>
  )
}

function Names({ of }: { readonly of: NonNullable<View['requires']> }) {
  return of.map(({ id, name, href }, at) => (
    <span key={id}>
      {at === 0 ? '' : ', '}
      <a href={href} dir="auto">
        {name}
      </a>
    </span>
  ))
}
