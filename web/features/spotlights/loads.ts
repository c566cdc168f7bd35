import type { Loads } from '../../app/route.ts'
import { loadSpotlights } from './spotlights.load.ts'

export const loads: Loads = { '/spotlights': loadSpotlights }
