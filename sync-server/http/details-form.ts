/**
 * Forms made from a table's details (`shared/kernel/details.ts`): several fields at once, or one
 * behind a button of its own.
 */
import * as z from 'zod/mini'
import type { AnyDetails } from '#shared/kernel/details.ts'
import type { Forms } from './form-tools.ts'
import type { FormAnswer } from './ports.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { typedValue } from '#shared/kernel/typed-value.ts'
import { applied, defineForm, senderOf } from './define-form.ts'
import { inFormFields } from './typed-text.ts'

interface DetailsForm {
  /** Sets one: its arguments are an id and a detail. */
  readonly mutation: { readonly name: string }
  readonly details: AnyDetails
  /** Where it leads once it is done. */
  readonly to: (id: string) => string
}

/**
 * A form with an `id` and several details. It says of each how it was (`was-NAME`), so that what
 * nobody touched is not written over. Every value is checked before the first is set; a rule that
 * refuses one of them ends it. @throws AppError 'invalid'
 * with the detail's name; 'not-found' for what is no id.
 */
export function detailsForm(name: string, { mutation, details, to }: DetailsForm): Forms {
  const names = Object.keys(details)
  const known = new Set(names.flatMap((each) => [each, `was-${each}`]))
  return ({ apply }) => [
    defineForm(name, {
      fields: z.record(z.string(), z.string()),
      async run(form, { id = '', ...given }) {
        const userId = senderOf(form)
        const strange = Object.keys(given).find((each) => !known.has(each))
        if (strange !== undefined) throw new AppError('invalid', { field: strange })
        const changed = Object.entries(details).flatMap(([field, { value: schema }]) => {
          const [typed, was] = [plain(given[field] ?? ''), given[`was-${field}`]]
          return was === undefined || plain(was) === typed ? [] : [{ field, schema, value: typedValue(schema, typed) }]
        })
        if (changed.length > 0 && !isId(id)) throw new AppError('not-found')
        const invalid = changed.filter(({ schema, value }) => !schema.safeParse(value).success)
        const [first, ...others] = invalid.map(({ field }) => ({ code: 'invalid' as const, field }))
        // A single one is the mutation's to refuse, after its rules.
        if (first !== undefined && others.length > 0) throw new AppError('invalid', { ...first, others })
        let answer: FormAnswer = { kind: 'done', location: to(id) }
        for (const { field, value } of changed) {
          const args = { id, detail: { field, value } }
          const seq = await inFormFields({ detail: field }, () => applied(apply, { name: mutation.name, args, userId, source: 'member' }))
          answer = { kind: 'done', location: to(id), seq }
        }
        return answer
      },
    }),
  ]
}

/** One detail that a button sets: an `id`, and the detail's new value under its name. */
export function detailForm(name: string, only: string, { mutation, details, to }: DetailsForm): Forms {
  const schema = details[only]?.value
  if (schema === undefined) throw new TypeError(`${name}: there is no detail ${only}`)
  return ({ apply }) => [
    defineForm(name, {
      fields: z.strictObject({ id: z.string(), [only]: z.string() }),
      async run(form, { id = '', [only]: typed = '' }: Readonly<Record<string, string>>) {
        const userId = senderOf(form)
        if (!isId(id)) throw new AppError('not-found')
        const args = { id, detail: { field: only, value: typedValue(schema, typed) } }
        const seq = await applied(apply, { name: mutation.name, args, userId, source: 'member' })
        return { kind: 'done', location: to(id), seq }
      },
    }),
  ]
}

/** Browsers send every line's end as two characters. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()
