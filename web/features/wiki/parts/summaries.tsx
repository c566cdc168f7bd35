import type { WikiPageView } from '../wiki.load.ts'

/** Short forms of the page, one open at a time; without a script one below the other. */
export function Summaries({ summaries }: Pick<WikiPageView, 'summaries'>) {
  if (summaries.length === 0) return null
  const [only] = summaries
  if (summaries.length === 1 && only !== undefined && only.tabTitle === '')
    return (
      <p className="wiki-summary" dir="auto">
        {only.text}
      </p>
    )
  return (
    <section className="wiki-summaries" aria-label="Summaries">
      {summaries.map(({ id, tabTitle, text }, at) => (
        <details key={id} name="summary" open={at === 0}>
          <summary dir="auto">{tabTitle === '' ? 'Summary' : tabTitle}</summary>
          <p className="wiki-summary" dir="auto">
            {text}
          </p>
        </details>
      ))}
    </section>
  )
}
