import { Suspense, useEffect } from 'react'
import { links } from '#shared/links.ts'
import type { SearchAsked } from '#shared/search/params.ts'
import { searchQuery } from '#shared/search/params.ts'
import { usePage } from '../../../data/page.ts'
import { SearchBox } from '../../../blocks/search-box/search-box.tsx'
import { latePart } from '../../../ui/late-part.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Filters } from '../parts/filters.tsx'
import { Results } from '../parts/results.tsx'
import type { loadSearch } from '../search.load.ts'

// All that a device needs for a search of its own.
const LocalResults = latePart(
  () => import('../parts/local-results.tsx').then((part) => part.LocalResults),
  <Notice kind="warm">Offline search isn’t on this device yet. It loads on your next visit online.</Notice>,
)

export default function SearchPage() {
  const { asked, results } = usePage<typeof loadSearch>()
  const address = links.search(searchQuery(asked))
  const { query, ...kept } = searchQuery({ ...asked, page: 1 })
  useFieldFirst(query === '')
  return (
    <>
      <h1 className="page-title">Search</h1>
      <SearchBox key={address} id="query" query={asked.query} kept={kept} />
      <Filters key={address} asked={asked} />
      {typeof results === 'object' ? (
        <Results asked={asked} results={results} />
      ) : (
        <>
          <WhereSearched why={results} asked={asked} />
          <Suspense fallback={<p className="empty">Searching this device.</p>}>
            <LocalResults asked={asked} />
          </Suspense>
        </>
      )}
    </>
  )
}

function WhereSearched({ why, asked }: { readonly why: 'on-device' | 'unavailable'; readonly asked: SearchAsked }) {
  return (
    <Notice kind="warm">
      {why === 'unavailable' ? 'Search is unavailable right now. ' : null}
      Searching this device only: saved posts, sequences and comments, and your drafts.{' '}
      <a href={links.search(searchQuery(asked))}>Search the whole site</a>
      {why === 'on-device' ? ' when you are online.' : '.'}
    </Notice>
  )
}

/**
 * Whoever comes without a question has come to ask one. After the page's own announcement, which
 * takes the focus to its beginning.
 */
function useFieldFirst(isEmpty: boolean): void {
  useEffect(() => {
    if (!isEmpty) return
    const timer = setTimeout(() => document.querySelector<HTMLInputElement>('main form.find input')?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [isEmpty])
}
