import type { Loads } from '../../app/route.ts'
import { loadBestOf } from './best-of.load.ts'

export const loads: Loads = {
  '/bestoflesswrong': loadBestOf,
  '/bestoflesswrong/:year/:topic': loadBestOf,
}
