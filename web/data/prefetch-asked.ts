import { createStore } from './store.ts'

/**
 * Counts how often the reader has asked for pages to be fetched for reading offline: the next round
 * begins at once.
 */
export const prefetchAsked = createStore(0)
