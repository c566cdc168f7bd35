import type { Loads } from '../../app/route.ts'
import { loadAdmin } from './admin.load.ts'
import { loadError } from './error.load.ts'
import { loadErrors } from './errors.load.ts'
import { loadFeedback, loadFeedbackMessage } from './feedback.load.ts'
import { loadHealth } from './health.load.ts'
import { loadMigrations } from './migrations.load.ts'

export const loads: Loads = {
  '/admin': loadAdmin,
  '/admin/migrations': loadMigrations,
  '/admin/health': loadHealth,
  '/admin/errors': loadErrors,
  '/admin/errors/:groupId': loadError,
  '/admin/feedback': loadFeedback,
  '/admin/feedback/:messageId': loadFeedbackMessage,
}
