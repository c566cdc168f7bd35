import { links } from '#shared/links.ts'
import type { Loads } from '../../app/route.ts'

export const loads = {
  '/about': ({ site }) => ({
    head: {
      title: 'About',
      description: `What ${site.name} is, and how people write and answer here.`,
      canonical: links.about(),
    },
  }),
} satisfies Loads
