import { links } from '#shared/links.ts'
import type { SearchAsked, SearchDate, SearchSort } from '#shared/search/params.ts'
import { searchDates, sortsOf } from '#shared/search/params.ts'

const sortWords: Readonly<Record<SearchSort, string>> = {
  relevance: 'Relevance',
  karma: 'Top',
  newest_first: 'New',
  oldest_first: 'Old',
}
const dateWords: Readonly<Record<SearchDate, string>> = {
  all: 'Any time',
  day: 'Last 24 hours',
  week: 'Last week',
  month: 'Last month',
  year: 'Last year',
}
const dates = Object.keys(searchDates) as readonly SearchDate[] // its own keys

/** An ordinary form: what is chosen stands in the address. */
export function Filters({ asked }: { readonly asked: SearchAsked }) {
  const { kind, sort, date, tags, isCurated } = asked
  const sorts = sortsOf(kind)
  if (sorts.length < 2) return null
  const hasTags = kind === 'posts' || kind === 'comments'
  const chosen = [
    sortWords[sort],
    ...(date === 'all' ? [] : [dateWords[date].toLowerCase()]),
    ...(hasTags && tags.length > 0 ? [`tagged ${tags.join(', ')}`] : []),
    ...(kind === 'posts' && isCurated ? ['curated'] : []),
  ]
  return (
    <details className="controls">
      <summary>
        <span className="sr">Sort and filters: </span>
        {chosen.join(', ')}
      </summary>
      <form method="get" action={links.search()}>
        <input type="hidden" name="query" value={asked.query} />
        {kind === 'posts' ? null : <input type="hidden" name="contentType" value={kind} />}
        <div className="field">
          <label htmlFor="sort">Order</label>
          <select className="input" id="sort" name="sort" defaultValue={sort}>
            {sorts.map((one) => (
              <option key={one} value={one}>
                {sortWords[one]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="date">{kind === 'users' ? 'Joined' : 'Written'}</label>
          <select className="input" id="date" name="date" defaultValue={date}>
            {dates.map((one) => (
              <option key={one} value={one}>
                {dateWords[one]}
              </option>
            ))}
          </select>
        </div>
        {hasTags ? (
          <div className="field">
            <label htmlFor="tags">Tags, separated by commas</label>
            <input className="input" id="tags" name="tags" defaultValue={tags.join(', ')} maxLength={500} />
          </div>
        ) : (
          <input type="hidden" name="tags" value={tags.join(',')} />
        )}
        {kind === 'posts' ? (
          <div className="choice-row">
            <label>
              <input type="checkbox" name="toggle" value="curated" defaultChecked={isCurated} /> Curated only
            </label>
          </div>
        ) : null}
        <button className="btn">Show</button>
      </form>
    </details>
  )
}
