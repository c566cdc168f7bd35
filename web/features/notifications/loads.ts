import type { Loads } from '../../app/route.ts'
import { loadNotifications } from './notifications.load.ts'

export const loads: Loads = { '/notifications': loadNotifications }
