import type { StoredDocument } from './device-api.ts'

/**
 * Whether the server may not have all of a document, as its row says. Everyone who asks what is
 * unsent asks this; whoever is about to delete asks `unsentRows`, which looks at the text on disk
 * too (decision 0038).
 */
export const isUnsent = ({ dirtyBy }: Pick<StoredDocument, 'dirtyBy'>): boolean => dirtyBy.length > 0
