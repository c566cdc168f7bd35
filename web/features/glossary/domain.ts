import { defineWebDomain } from '../../app/web-domain.ts'

export const glossaryOnWeb = defineWebDomain({
  routes: [
    {
      path: '/glossaryEditor',
      audience: 'member',
      offline: 'none',
      menu: { word: 'Glossary editor' },
      page: () => import('./pages/glossary-editor-page.tsx'),
    },
    {
      path: '/postsWithApprovedJargon',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Posts with a glossary' },
      page: () => import('./pages/posts-with-terms-page.tsx'),
    },
  ],
})
