import type { Doc } from '#shared/text/schema.ts'
import type { Call } from './handlers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { FormRefused } from '#server/http/define-form.ts'
import { docOf } from '#server/http/typed-text.ts'

type AnyCall = Pick<Call<unknown, unknown, unknown>, 'caller' | 'idempotencyKey' | 'now' | 'params' | 'body'>

export function accessWanted({ caller, idempotencyKey, now, params, body }: AnyCall, scope: 'draft' | 'comment' | 'vote', id: string) {
  return { caller, scope, idempotencyKey, now, wanted: [id, params, body] }
}

/** @throws AppError 'invalid' with `markdown`, also for more than a text may hold. */
export async function bodyOf(markdown: string, profile: 'essay' | 'comment'): Promise<Doc> {
  try {
    return await docOf(markdown, profile)
  } catch (error) {
    if (error instanceof FormRefused) throw new AppError('invalid', { field: 'markdown', message: 'more than a text may hold' })
    throw error
  }
}
