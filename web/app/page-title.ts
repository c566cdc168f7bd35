import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { PageHead } from '../data/answer.ts'

export function pageTitle(head: PageHead, site: Pick<SiteFacts, 'name'>): string {
  return head.title === null ? site.name : `${head.title} · ${site.name}`
}
