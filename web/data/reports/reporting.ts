import type { SiteFacts } from '#shared/pages/page-data.ts'
import { createStore } from '../store.ts'

interface Reporting {
  readonly site: SiteFacts
  /** The route that an address belongs to: a report says `/posts/:postId`, not which post. */
  readonly routeOf: (address: string) => string
}

/** Set by the entry as soon as it knows; what comes late reads it. */
export const reporting = createStore<Reporting | null>(null)
