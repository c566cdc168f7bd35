import { declareMenus } from '../data/menu.ts'
import type { FeatureRoutes } from './route.ts'
import type { WebDomain } from './web-domain.ts'

// A new domain is found by its manifest: nothing here names one.
const domains = import.meta.glob<Readonly<Record<string, WebDomain>>>('../features/*/domain.ts', { eager: true })

/** Every page of the site; the router puts the more particular path first by itself. */
export const pageRoutes: FeatureRoutes = [
  ...Object.values(domains).flatMap((module) => Object.values(module).flatMap(({ routes }) => routes)),
  {
    path: '/shell',
    title: 'Not on this device yet',
    audience: 'everyone',
    offline: 'full',
    sheets: [],
    page: () => import('./pages/not-on-device-page.tsx'),
  },
]

declareMenus(pageRoutes)
