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
 * nobody touched is not written over; the first that is refused ends it. @throws AppError 'invalid'
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
        let answer: FormAnswer = { kind: 'done', location: to(id) }
        for (const [field, { value: schema }] of Object.entries(details)) {
          const [typed, was] = [plain(given[field] ?? ''), given[`was-${field}`]]
          if (was === undefined || plain(was) === typed) continue
          if (!isId(id)) throw new AppError('not-found')
          const args = { id, detail: { field, value: typedValue(schema, typed) } }
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
