import type { Loads } from '../../app/route.ts'
import { loadArchive } from './archive.load.ts'

export const loads: Loads = {
  '/archive': loadArchive,
}
