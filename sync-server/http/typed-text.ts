import type { Doc } from '#shared/text/schema.ts'
import type { FormAnswer } from './ports.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'

/** Markdown as typed, made a checked body. @throws AppError 'invalid' with `markdown`; TextTooLarge. */
export function docOf(markdown: string, profile: 'essay' | 'comment'): Doc {
  if (profile === 'comment' && markdown.trim() === '') throw new AppError('invalid', { field: 'markdown', message: 'an empty comment' })
  try {
    return markdownToDoc(markdown, profile).doc
  } catch (error) {
    throw error instanceof RangeError ? new TextTooLarge() : error
  }
}

/** More text than a post or comment may have. */
export class TextTooLarge extends Error {
  readonly answer: FormAnswer = { kind: 'refused', status: 413, error: { code: 'too-large', reason: null, field: 'markdown', retryAfterMs: null } }
}
