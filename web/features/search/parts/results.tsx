import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import type { SearchAsked, SearchKind } from '#shared/search/params.ts'
import { resultsPerPage, searchKinds, searchQuery } from '#shared/search/params.ts'
import { maxCounted } from '#shared/search/port.ts'
import { searchLimits } from '#shared/search/query.ts'
import type { SearchResults } from '#shared/search/search.ts'
import { useRefresh } from '../../../data/navigation.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { HitRow } from './hit-row.tsx'
import { Pages } from './pages.tsx'
import { grouped } from '../../../blocks/counts.ts'

interface ResultsProps {
  readonly asked: SearchAsked
  readonly results: SearchResults
}

const tabWords: Readonly<Record<SearchKind, string>> = {
  posts: 'Posts',
  comments: 'Comments',
  tags: 'Tags',
  sequences: 'Sequences',
  users: 'People',
}
const oneWords: Readonly<Record<SearchKind, readonly [one: string, many: string]>> = {
  posts: ['post', 'posts'],
  comments: ['comment', 'comments'],
  tags: ['tag', 'tags'],
  sequences: ['sequence', 'sequences'],
  users: ['person', 'people'],
}

const askAgainMs = 2000

export function Results({ asked, results }: ResultsProps) {
  const { hits, counts, pageCount, isCut, isWhole } = results
  const now = useNow()
  useAskedAgain(isWhole)
  if (counts === null) return <Hints isAsked={asked.query.trim() !== ''} />
  const count = counts[asked.kind]
  return (
    <>
      <Tabs
        label="Kinds of results"
        tabs={searchKinds.map((kind) => ({
          href: links.search(searchQuery({ ...asked, kind, page: 1 })),
          word: (
            <>
              {tabWords[kind]} <span className="hit-count">{figureOf(counts[kind])}</span>
            </>
          ),
          isCurrent: kind === asked.kind,
        }))}
      />
      {isWhole ? null : <Notice>The search index is being rebuilt; some results may be missing.</Notice>}
      {isCut ? (
        <Notice>
          Only the first {searchLimits.terms} words and {searchLimits.characters} characters are used.
        </Notice>
      ) : null}
      <p className="hit-sum" role="status">
        {count === 0 ? `No ${oneWords[asked.kind][1]} found.` : `${figureOf(count)} ${oneWords[asked.kind][count === 1 ? 0 : 1]}`}
      </p>
      {hits.length === 0 ? (
        <Nothing asked={asked} counts={counts} />
      ) : (
        <ol className="hits" start={(asked.page - 1) * resultsPerPage + 1}>
          {hits.map((hit) => (
            <HitRow key={hit.id} hit={hit} now={now} />
          ))}
        </ol>
      )}
      <Pages asked={asked} pageCount={pageCount} />
    </>
  )
}

/** As long as not all can be found yet, what is shown grows by itself. */
function useAskedAgain(isWhole: boolean): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (isWhole) return
    const timer = setInterval(() => void refresh().catch(reportError), askAgainMs)
    return () => clearInterval(timer)
  }, [isWhole, refresh])
}

function figureOf(count: number): string {
  return count >= maxCounted ? `over ${grouped(maxCounted - 1)}` : String(count)
}

function Nothing({ asked, counts }: { readonly asked: SearchAsked; readonly counts: Readonly<Record<SearchKind, number>> }) {
  const elsewhere = searchKinds.filter((kind) => kind !== asked.kind && counts[kind] > 0)
  const isNarrowed = asked.tags.length > 0 || asked.date !== 'all' || asked.isCurated
  if (asked.page > 1 && counts[asked.kind] > 0) {
    return (
      <p className="empty">
        No page {asked.page}. <a href={links.search(searchQuery({ ...asked, page: 1 }))}>Go to the first page</a>
      </p>
    )
  }
  return (
    <div className="empty">
      {elsewhere.map((kind) => (
        <p key={kind}>
          <a href={links.search(searchQuery({ ...asked, kind, page: 1 }))}>
            {figureOf(counts[kind])} {oneWords[kind][counts[kind] === 1 ? 0 : 1]}
          </a>{' '}
          {counts[kind] === 1 ? 'fits.' : 'fit.'}
        </p>
      ))}
      {isNarrowed ? (
        <p>
          <a href={links.search(searchQuery({ query: asked.query, kind: asked.kind }))}>Search without filters</a>
        </p>
      ) : null}
      <p>Check the spelling, or try fewer or other words.</p>
    </div>
  )
}

function Hints({ isAsked }: { readonly isAsked: boolean }) {
  return (
    <div className="empty hints">
      {isAsked ? <p role="status">Enter a word to search for.</p> : null}
      <p>All words must match, in any order.</p>
      <dl>
        <div>
          <dt>
            <kbd>"low tide"</kbd>
          </dt>
          <dd>exact phrase</dd>
        </div>
        <div>
          <dt>
            <kbd>-harbour</kbd>
          </dt>
          <dd>without this word</dd>
        </div>
        <div>
          <dt>
            <kbd>user:"Ada Example"</kbd>
          </dt>
          <dd>written by</dd>
        </div>
        <div>
          <dt>
            <kbd>tag:Statistics</kbd>
          </dt>
          <dd>with tag</dd>
        </div>
      </dl>
    </div>
  )
}
