import { AppError } from '#shared/kernel/errors.ts'
import type { FormError } from '#shared/pages/page-data.ts'

/** An expected refusal, not a fault of the device or a bug. */
export const isRefusal = (error: unknown): error is AppError => error instanceof AppError

/** As a form shows it. */
export function refusalOf({ code, reason, field, retryAfterMs }: AppError): FormError {
  return { code, reason: reason ?? null, field: field ?? null, retryAfterMs: retryAfterMs ?? null }
}
