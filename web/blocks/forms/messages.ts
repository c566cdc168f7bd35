import type { FormError } from '#shared/pages/page-data.ts'

/** What a form says of its own refusals, in place of the usual words: by `field:code`. */
export type Messages = Readonly<Record<string, string | undefined>>

export const noMessages: Messages = {}

export const messageFor = ({ field, code }: Pick<FormError, 'field' | 'code'>, messages: Messages): string | undefined =>
  messages[`${field}:${code}`]
