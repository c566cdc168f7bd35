import type { postKinds } from '#shared/posts/schema.ts'

/** What authors choose from; pages of the wiki are begun elsewhere. */
export const isKind = (text: string): text is (typeof postKinds)[number] => text === 'post' || text === 'question' || text === 'linkpost'
