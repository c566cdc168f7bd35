import { links } from '#shared/links.ts'
import type { Loads } from '../../app/route.ts'

export const loads = {
  '/settings': () => ({ head: { title: 'Reading settings', canonical: links.settings(), robots: 'noindex' } }),
} satisfies Loads
