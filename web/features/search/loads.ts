import type { Loads } from '../../app/route.ts'
import { loadSearch } from './search.load.ts'
import { loadSynonyms } from './synonyms.load.ts'

export const loads: Loads = {
  '/search': loadSearch,
  '/admin/synonyms': loadSynonyms,
}
