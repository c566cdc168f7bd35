import type { PageData } from '#shared/pages/page-data.ts'
import { searchSynonyms, synonymsId } from '#shared/search/schema.ts'
import { canManageSynonyms } from '#shared/search/synonym-rules.ts'
import { synonymText } from '#shared/search/synonym-text.ts'
import { shippedSynonyms } from '#shared/search/synonyms.ts'
import { authorizePage } from '../../data/answer.ts'

/** `/admin/synonyms` */
export async function loadSynonyms({ read, viewer }: PageData) {
  authorizePage(canManageSynonyms(viewer))
  const row = await read.get(searchSynonyms, synonymsId)
  return {
    head: { title: 'Search synonyms' },
    text: row?.text ?? synonymText(shippedSynonyms),
    /** `null`: those that come with the site. */
    changedAt: row?.changedAt ?? null,
    groupCount: (row?.groups ?? shippedSynonyms).length,
  }
}
