import type { FeatureRoutes } from '../../app/route.ts'

export const kindRoutes: FeatureRoutes = [
  { path: '/quicktakes', title: 'Quick takes', audience: 'everyone', offline: 'saved', page: () => import('./pages/quick-takes-page.tsx') },
  { path: '/questions', title: 'Questions', audience: 'everyone', offline: 'saved', page: () => import('./pages/questions-page.tsx') },
  { path: '/dialogues', title: 'Dialogues', audience: 'everyone', offline: 'saved', page: () => import('./pages/dialogues-page.tsx') },
]
