import type { AppError } from '../kernel/errors.ts'
import type { WireError } from './protocol.ts'

export function wireErrorOf({ code, reason, field, retryAfterMs }: AppError): WireError {
  return { code, reason: reason ?? null, field: field ?? null, retryAfterMs: retryAfterMs ?? null }
}
