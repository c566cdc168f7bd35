import { defineWebDomain } from '../../app/web-domain.ts'

export const writingOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/newPost', audience: 'member', offline: 'full', layout: 'wide', menu: { word: 'New post' } },
      page: () => import('./pages/new-post-page.tsx'),
    },
    {
      ...{ path: '/editPost', audience: 'anyone-private', offline: 'full', layout: 'wide', isWriting: true },
      page: () => import('./pages/edit-post-page.tsx'),
    },
    {
      path: '/w/:slug/edit',
      audience: 'member',
      offline: 'full',
      // What may be chosen from among all pages, a device does not know.
      isReducedOffline: true,
      isWriting: true,
      page: () => import('./pages/edit-wiki-page.tsx'),
    },
    {
      path: '/collaborateOnPost',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/collaborate-page.tsx'),
    },
    {
      path: '/drafts',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'Drafts', own: 10 },
      page: () => import('./pages/drafts-page.tsx'),
    },
    {
      path: '/editor',
      audience: 'everyone',
      offline: 'full',
      menu: { word: 'Editor guide' },
      page: () => import('./pages/editor-guide-page.tsx'),
    },
  ],
})
