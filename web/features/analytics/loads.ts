import type { Loads } from '../../app/route.ts'
import { loadAnalytics } from './analytics.load.ts'

export const loads: Loads = { '/postAnalytics': loadAnalytics }
