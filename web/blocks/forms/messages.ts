import { createContext } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'

/** What a form says of its own refusals, in place of the usual words: by `field:code`. */
export type Messages = Readonly<Record<string, string | undefined>>

/** What is wrong with one field, of all that a refused form was refused for. */
export function errorAt(error: FormError | null | undefined, field: string): FormError | null {
  if (!error) return null
  return errorsIn(error).find((each) => each.field === field) ?? null
}

/** One for each field at fault, the first one first. */
export function errorsIn(error: FormError): readonly FormError[] {
  return [error, ...(error.others ?? []).map((other) => ({ ...other, reason: null, retryAfterMs: null }))]
}

/** The form around a field, so that no form has to hand its refusal to each of its fields. */
export const FormRefusal = createContext<{ readonly error: FormError | null; readonly messages: Messages }>({ error: null, messages: {} })

export const noMessages: Messages = {}

export const messageFor = ({ field, code }: Pick<FormError, 'field' | 'code'>, messages: Messages): string | undefined =>
  messages[`${field}:${code}`]
