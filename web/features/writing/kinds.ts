import type { Writing } from '#shared/posts/schema.ts'

export const isKind = (text: string): text is Writing['kind'] => text === 'post' || text === 'question' || text === 'linkpost'
