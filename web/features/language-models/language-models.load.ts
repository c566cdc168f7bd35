import { canSeeReports } from '#shared/reports/rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

/** `/admin/llmConversations`: there are none, since there is no assistant. */
export function loadConversations({ viewer, site }: PageData) {
  authorizePage(canSeeReports(viewer))
  return { head: { title: 'Assistant conversations', robots: 'noindex' as const }, hasModel: site.draftsTerms === true }
}

export const loads = { '/admin/llmConversations': loadConversations } satisfies Loads
