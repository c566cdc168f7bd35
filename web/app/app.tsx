import type { ReactNode } from 'react'
import { StrictMode } from 'react'
import type { MeAnswer, SiteFacts } from '#shared/pages/page-data.ts'
import { PartsContext } from '../blocks/places/parts-context.ts'
import { SiteContext } from '../data/site.ts'
import { FirstMeContext } from '../data/viewer.ts'
import { bringPart } from './pages.ts'

interface AppProps {
  readonly site: SiteFacts
  /** Who the server rendered this document for; `null` when it is the same for all. */
  readonly me: MeAnswer | null
  readonly children: ReactNode
}

/** What surrounds the router on both sides. */
export function App({ site, me, children }: AppProps) {
  return (
    <StrictMode>
      <SiteContext value={site}>
        <FirstMeContext value={me}>
          <PartsContext value={bringPart}>{children}</PartsContext>
        </FirstMeContext>
      </SiteContext>
    </StrictMode>
  )
}
