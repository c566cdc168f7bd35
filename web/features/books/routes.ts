import type { FeatureRoutes } from '../../app/route.ts'

export const bookRoutes: FeatureRoutes = [
  {
    path: '/books',
    audience: 'everyone',
    offline: 'saved',
    variesByMember: true,
    page: () => import('./pages/books-page.tsx'),
  },
  {
    path: '/books/:year',
    audience: 'everyone',
    offline: 'saved',
    variesByMember: true,
    page: () => import('./pages/book-set-page.tsx'),
  },
]
