import { links } from '#shared/links.ts'

interface SearchBoxProps {
  readonly id: string
  readonly query?: string
  /** Sent along: what else stands in the address. */
  readonly kept?: Readonly<Record<string, string | number | null>>
}

/**
 * An ordinary form. What comes while one types is brought by `start-search.ts`, once the page is at
 * rest.
 */
export function SearchBox({ id, query = '', kept = {} }: SearchBoxProps) {
  return (
    <form className="find" role="search" method="get" action={links.search()}>
      <label className="sr" htmlFor={id}>
        Search
      </label>
      <input
        className="input"
        id={id}
        type="search"
        name="query"
        placeholder="Search"
        defaultValue={query}
        maxLength={400}
        autoComplete="off"
        spellCheck={false}
      />
      {Object.entries(kept).map(([name, value]) =>
        value === null || value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </form>
  )
}
