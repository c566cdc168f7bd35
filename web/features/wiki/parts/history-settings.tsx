import { links } from '#shared/links.ts'
import type { ActivityKind } from '../activity.ts'
import type { usePage } from '../../../data/page.ts'
import type { loadWikiHistory } from '../wiki-history.load.ts'

const kindWords: Readonly<Record<ActivityKind, string>> = {
  edits: 'Edits',
  summaries: 'Summaries',
  tagging: 'Posts tagged',
  comments: 'Comments',
  details: 'Other changes',
}

/** What of a page's history is shown: links, for each has an address. */
export function HistorySettings({ page }: { readonly page: ReturnType<typeof usePage<typeof loadWikiHistory>> }) {
  const { kinds, isDense, lens, lenses, by } = page
  const all = Object.keys(kindWords)
  const isShown = (kind: string) => kinds.some((one) => one === kind)
  const at = (more: Readonly<Record<string, string | undefined>>) =>
    links.wikiHistory(page.page.slug, {
      lens: lens?.slug,
      hide: all.filter((kind) => !isShown(kind)).join('.') || undefined,
      format: isDense ? 'dense' : undefined,
      user: by?.slug,
      only: by?.isOnly === true ? 1 : undefined,
      ...more,
    })
  const without = (kind: string) => all.filter((one) => (one === kind ? isShown(one) : !isShown(one))).join('.') || undefined
  return (
    <details className="controls">
      <summary>
        {kinds.length === all.length ? 'All changes' : kinds.map((kind) => kindWords[kind].toLowerCase()).join(', ') || 'Nothing'}
        {isDense ? ', compact' : ''}
      </summary>
      <ul className="plain-list">
        {Object.entries(kindWords).map(([kind, word]) => (
          <li key={kind}>
            <p>
              {word}: {isShown(kind) ? 'shown' : 'hidden'}.{' '}
              <a href={at({ hide: without(kind) })} rel="nofollow">
                {isShown(kind) ? 'Hide' : 'Show'}
                <span className="sr"> {word.toLowerCase()}</span>
              </a>
            </p>
          </li>
        ))}
        <li>
          <p>
            {isDense ? 'Compact view.' : 'Detailed view.'}{' '}
            <a href={at({ format: isDense ? undefined : 'dense' })} rel="nofollow">
              {isDense ? 'Show details' : 'Show compact'}
            </a>
          </p>
        </li>
        {lenses.length === 0 ? null : (
          <li>
            <p>
              Of{' '}
              {lens === null ? (
                'all its texts'
              ) : (
                <a href={at({ lens: undefined })} rel="nofollow">
                  all its texts
                </a>
              )}
              {lenses.map(({ slug, title }) => (
                <span key={slug}>
                  {', '}
                  {slug === lens?.slug ? (
                    <b dir="auto">{title}</b>
                  ) : (
                    <a href={at({ lens: slug })} rel="nofollow" dir="auto">
                      {title}
                    </a>
                  )}
                </span>
              ))}
            </p>
          </li>
        )}
      </ul>
    </details>
  )
}
