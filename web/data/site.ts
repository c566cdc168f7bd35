import { createContext, useContext } from 'react'
import type { SiteFacts } from '#shared/pages/page-data.ts'

export const SiteContext = createContext<SiteFacts>({
  name: 'Lyceum',
  tagline: '',
  origin: '',
  build: '',
  hasDevInbox: false,
  reports: { dsn: '', tunnel: '', nameRequired: false, emailRequired: false, flags: [] },
})

export const useSite = (): SiteFacts => useContext(SiteContext)
