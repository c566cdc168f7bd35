import type { Loads } from '../../app/route.ts'
import { loadEmailHistory } from './email-history.load.ts'
import { loadNotifications } from './notifications.load.ts'

export const loads: Loads = { '/notifications': loadNotifications, '/debug/emailHistory': loadEmailHistory }
