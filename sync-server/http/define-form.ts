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
      throw invalidFields(result.error.issues, `form ${name}`)
    },
  ]
}

/** Every field that a schema refuses, each once. */
export function invalidFields(issues: readonly z.core.$ZodIssue[], what: string): AppError {
  const fields = issues.map((issue) => (issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path.map(String).join('.')) ?? '')
  const [field, ...others] = new Set(fields)
  return new AppError('invalid', {
    field,
    others: others.map((other) => ({ code: 'invalid', field: other })),
    message: `${what}: ${issues[0]?.message ?? 'invalid'}`,
  })
}

/**
 * Asks all of a form's checks and refuses once for everything that they found, in their order. A
 * refusal that belongs to no field is thrown at once.
 */
export async function allChecked<Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<{ [Index in keyof Checks]: Awaited<ReturnType<Checks[Index]>> }> {
  const refused: AppError[] = []
  const found: unknown[] = []
  for (const check of checks) {
    try {
      found.push(await check())
    } catch (error) {
      if (!(error instanceof AppError) || error.field === undefined) throw error
      refused.push(error)
    }
  }
  const [first, ...more] = refused
  // Nothing was refused, so each check has its answer, in order.
  if (first === undefined) return found as { [Index in keyof Checks]: Awaited<ReturnType<Checks[Index]>> }
  const { code, reason, field, retryAfterMs, message } = first
  const others = more.flatMap((error) => (error.field === undefined ? [] : [{ code: error.code, field: error.field }]))
  throw new AppError(code, { reason, field, retryAfterMs, message, others: [...first.others, ...others] })
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
