import type { Doc } from '#shared/text/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parseMarkdown } from '#server/parsing/parsing.ts'
import { FormRefused } from './define-form.ts'

/**
 * Markdown as typed, made a checked body. @throws AppError 'invalid' with `markdown`; FormRefused
 * when it is more than a text may hold.
 */
export async function docOf(markdown: string, profile: 'essay' | 'comment'): Promise<Doc> {
  if (profile === 'comment' && markdown.trim() === '') throw new AppError('invalid', { field: 'markdown', message: 'an empty comment' })
  const doc = await parseMarkdown(markdown, profile)
  if (doc !== null) return doc
  throw tooLarge('markdown')
}

/** More than a text may hold, or than can be read in time. */
export function tooLarge(field: string): FormRefused {
  return new FormRefused({ kind: 'refused', status: 413, error: { code: 'too-large', reason: null, field, retryAfterMs: null } })
}

/** The fields that readers know for the arguments that a mutation names. */
export function inFormFields<Answer>(names: Readonly<Record<string, string>>, work: () => Promise<Answer>): Promise<Answer> {
  return (async () => work())().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.field === undefined) throw error
    const nameOf = (field: string): string => names[field.split('.')[0] ?? ''] ?? field
    const { code, reason, retryAfterMs, message } = error
    const others = error.others.map((other) => ({ ...other, field: nameOf(other.field) }))
    throw new AppError(code, { reason, field: nameOf(error.field), retryAfterMs, message, others })
  })
}
