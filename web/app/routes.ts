import type { FeatureRoutes } from './route.ts'

// A new feature is found by its routes.ts: nothing here names one.
const modules = import.meta.glob<Readonly<Record<string, FeatureRoutes>>>('../features/*/routes.ts', { eager: true })

/** Every page of the site; the router puts the more particular path first by itself. */
export const pageRoutes: FeatureRoutes = [
  ...Object.values(modules).flatMap((module) => Object.values(module).flat()),
  {
    path: '/shell',
    title: 'Not on this device yet',
    audience: 'everyone',
    offline: 'full',
    page: () => import('./pages/not-on-device-page.tsx'),
  },
]
