import { defineWebDomain } from '../../app/web-domain.ts'

export const kindsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/quicktakes',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Quick takes', sections: 70 },
      page: () => import('./pages/quick-takes-page.tsx'),
    },
    {
      path: '/questions',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Questions', sections: 60 },
      page: () => import('./pages/questions-page.tsx'),
    },
    {
      path: '/dialogues',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Dialogues', sections: 80 },
      page: () => import('./pages/dialogues-page.tsx'),
    },
  ],
})
