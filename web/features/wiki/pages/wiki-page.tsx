import { usePage } from '../../../data/page.ts'
import { AbsentPage } from '../parts/absent-page.tsx'
import { PublishedPage } from '../parts/published-page.tsx'
import type { loadWiki } from '../wiki.load.ts'

/**
 * A page of the wiki with the posts that carry its tag, or the word that nobody has made it yet.
 */
export default function WikiPage() {
  const { view } = usePage<typeof loadWiki>()
  return view.kind === 'absent' ? <AbsentPage view={view} /> : <PublishedPage view={view} />
}
