/**
 * What the features' form handlers are made with: strict fields, and mutations whose refusals are
 * thrown.
 */
import * as z from 'zod/mini'
import type { Apply, FormAnswer, FormHandler, FormRequest } from './ports.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { carriedFields } from './ports.ts'

interface FormDeclaration<Fields> {
  readonly fields: z.ZodMiniType<Fields>
  readonly run: (form: FormRequest, fields: Fields) => Promise<FormAnswer>
}

/** Fields that any form may have: where it stands, and the mutation that a sign-in form carries. */
const common: ReadonlySet<string> = new Set(['from', carriedFields.mutation, carriedFields.values])

/** A text field; absent counts as empty. */
export const field = z._default(z.string(), '')

/**
 * A handler under its name. Unknown fields (`isAdmin`, `role`) are refused. @throws AppError
 * 'invalid' with the field at fault.
 */
export function defineForm<Fields>(name: string, { fields: schema, run }: FormDeclaration<Fields>): readonly [string, FormHandler] {
  return [
    name,
    async (form) => {
      const own = Object.fromEntries(Object.entries(form.fields).filter(([key]) => !common.has(key)))
      const result = schema.safeParse(own)
      if (result.success) return run(form, result.data).catch(refusalOf)
      const issue = result.error.issues[0]
      const at = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.map(String).join('.')
      throw new AppError('invalid', { field: at, message: `form ${name}: ${issue?.message ?? 'invalid'}` })
    },
  ]
}

/** A refusal that is no AppError, thrown from deep within a handler. */
export class FormRefused extends Error {
  readonly answer: FormAnswer

  constructor(answer: FormAnswer) {
    super(`form refused: ${answer.kind}`)
    this.name = 'FormRefused'
    this.answer = answer
  }
}

function refusalOf(error: unknown): FormAnswer {
  if (error instanceof FormRefused) return error.answer
  throw error
}

/**
 * Applies a mutation and waits for its commit. @returns the journal position reached. @throws
 * AppError for a refusal.
 */
export async function applied(apply: Apply, mutation: Parameters<Apply>[0]): Promise<number> {
  const outcome = await apply(mutation)
  if (outcome.kind === 'applied') return outcome.seq
  if (outcome.kind === 'rejected') throw outcome.error
  throw new AppError('rate-limited', { retryAfterMs: outcome.retryAfterMs, reason: outcome.reason })
}

/**
 * The account that sends a form. @throws AppError 'not-allowed' with 'sign-in-first' or 'banned'.
 */
export function senderOf(form: FormRequest): string {
  if (form.viewer.kind === 'member') return form.viewer.userId
  throw new AppError('not-allowed', { reason: form.viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned' })
}
