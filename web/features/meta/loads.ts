import type { Loads } from '../../app/route.ts'
import { loadMeta } from './meta.load.ts'

export const loads: Loads = { '/meta': loadMeta }
