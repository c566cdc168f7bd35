import type { FeatureRoutes } from '../../app/route.ts'

export const bestOfRoutes: FeatureRoutes = [
  {
    path: '/bestoflesswrong',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/best-of-page.tsx'),
  },
  {
    path: '/bestoflesswrong/:year/:topic',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/best-of-page.tsx'),
  },
]
