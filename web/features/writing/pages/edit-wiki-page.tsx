import { usePage } from '../../../data/page.ts'
import { EditWiki } from '../wiki/edit-wiki.tsx'
import type { loadEditWiki } from '../wiki/edit-wiki.load.ts'

/** A page of the wiki in the editor. */
export default function EditWikiPage() {
  const page = usePage<typeof loadEditWiki>()
  return page.wiki === null ? null : <EditWiki page={page} wiki={page.wiki} />
}
