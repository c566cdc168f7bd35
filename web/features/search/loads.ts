import type { Loads } from '../../app/route.ts'
import { loadSearch } from './search.load.ts'

export const loads: Loads = {
  '/search': loadSearch,
}
