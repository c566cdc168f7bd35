import { postKinds } from '#shared/posts/kinds.ts'

/** What authors choose from; pages of the wiki are begun elsewhere. */
export const isKind = (text: string): text is (typeof postKinds)[number] => postKinds.some((kind) => kind === text)
