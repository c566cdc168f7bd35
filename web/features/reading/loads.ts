import type { Loads } from '../../app/route.ts'
import { loadBookmarks } from './bookmarks.load.ts'

export const loads: Loads = { '/bookmarks': loadBookmarks }
