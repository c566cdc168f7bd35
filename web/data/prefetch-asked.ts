import { createStore } from './store.ts'

/** Counts how often the reader has just asked for pages to be fetched for reading offline: whoever fetches them need not wait for the next round. */
export const prefetchAsked = createStore(0)
