import type { NewsSource } from '#server/notify/define-news.ts'
import { serverDomains } from './manifests.ts'

export { serverDomains }

/** What rows are news of, for the notification dispatcher. */
export const newsSources: readonly NewsSource[] = serverDomains.flatMap(({ news }) => news)
