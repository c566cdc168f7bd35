import type { EditView } from './edit-view.ts'

interface EditFactsProps {
  readonly edit: Pick<EditView, 'metrics' | 'compare' | 'isUncredited'> & { readonly href: string | null }
  /** Of the link to what it made. */
  readonly word?: string
}

/** How much an edit changed, and the ways to what it made and what it changed. */
export function EditFacts({ edit: { metrics, compare, href, isUncredited }, word = 'View this version' }: EditFactsProps) {
  return (
    <>
      {metrics === null || (metrics.added === 0 && metrics.removed === 0) ? null : (
        <span>
          <span className="count-added">
            +{metrics.added}
            <span className="sr"> characters added</span>
          </span>{' '}
          <span className="count-removed">
            −{metrics.removed}
            <span className="sr"> characters removed</span>
          </span>
        </span>
      )}
      {href === null ? null : (
        <a href={href} rel="nofollow">
          {word}
        </a>
      )}
      {compare === null ? null : (
        <a href={compare} rel="nofollow">
          Changes
        </a>
      )}
      {isUncredited ? <span>Not credited</span> : null}
    </>
  )
}
