import type { FeatureRoutes } from '../../app/route.ts'

export const glossaryRoutes: FeatureRoutes = [
  {
    path: '/glossaryEditor',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/glossary-editor-page.tsx'),
  },
  {
    path: '/postsWithApprovedJargon',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/posts-with-terms-page.tsx'),
  },
]
