import type { FeatureRoutes } from '../../app/route.ts'

export const kindRoutes: FeatureRoutes = [
  { path: '/quicktakes', audience: 'everyone', offline: 'saved', page: () => import('./pages/quick-takes-page.tsx') },
  { path: '/questions', audience: 'everyone', offline: 'saved', page: () => import('./pages/questions-page.tsx') },
  { path: '/dialogues', audience: 'everyone', offline: 'saved', page: () => import('./pages/dialogues-page.tsx') },
]
