/**
 * A form whose fields are a mutation's arguments: made from the mutation, so that nothing of it is
 * written twice.
 */
import * as z from 'zod/mini'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { choicesOf, fieldsOf, typedValue } from '#shared/kernel/typed-value.ts'
import type { Forms } from './form-tools.ts'
import type { FormRequest } from './ports.ts'
import { applied, defineForm, field, invalidFields, senderOf } from './define-form.ts'
import { inFormFields } from './typed-text.ts'

type Typed = Readonly<Record<string, string>>
type Given = Readonly<Record<string, unknown>>

/** Fields beyond the arguments. They may look something up, and name themselves in a refusal. */
export interface ExtraFields {
  readonly names: readonly string[]
  readonly fill: (given: Given, typed: Typed) => Promise<Given>
}

interface FormFor<Args> {
  /** Where it leads once it is done: a path on this site. */
  readonly to: (args: Args, form: FormRequest) => string
  readonly extra?: ExtraFields
  /** Names of fields that differ from their arguments', by argument. */
  readonly fields?: Partial<Readonly<Record<keyof Args & string, string>>>
  /**
   * How an argument is read from what was typed, where its schema does not say it. What it cannot
   * read it returns as it is: the mutation refuses it. It may look something up.
   */
  readonly read?: Partial<Readonly<Record<keyof Args & string, (typed: string) => unknown>>>
  /**
   * The argument that names what it is done to; default `id`. What is no id is not found, and
   * nobody learns more.
   */
  readonly row?: keyof Args & string
  /**
   * An empty `id` makes a row: what its sender cannot mean twice within a minute
   * (`RecentMutations`).
   */
  readonly makes?: { readonly what: string; readonly alike: readonly (keyof Args & string)[] }
}

/**
 * The form of a mutation, under its name. A field for each argument, absent counts as empty; empty
 * is `null` where that is allowed; a box says `true`, and where a list is chosen from there is one
 * for each choice (`categories.city`); other fields are refused. The mutation's own
 * schema and rules judge the rest, and its refusals name the form's fields.
 */
export function formFor<Args>(mutation: Mutation<Args>, { to, fields = {}, read = {}, row, makes, extra }: FormFor<Args>): Forms {
  // Both are keyed by names of arguments, of which each may be absent.
  const [nameOf, readers] = [fields as Partial<Record<string, string>>, read as Partial<Record<string, (typed: string) => unknown>>]
  const args = fieldsOf(mutation.args).map(([arg, schema]) => {
    const name = nameOf[arg] ?? arg
    const choices = choicesOf(schema)
    if (choices !== null) {
      const ticked = (typed: Typed) => choices.filter((choice) => (typed[`${name}.${choice}`] ?? '') !== '')
      return { arg, name, names: choices.map((choice) => `${name}.${choice}`), valueOf: ticked }
    }
    const read = readers[arg] ?? ((typed: string) => typedValue(schema, typed))
    return { arg, name, names: [name], valueOf: (typed: Typed) => read(typed[name] ?? '') }
  })
  const fieldNames = Object.fromEntries(args.map(({ arg, name }) => [arg, name]))
  return ({ apply, recent }) => [
    defineForm(mutation.name, {
      fields: z.strictObject(
        Object.fromEntries([...args.flatMap(({ names }) => names), ...(extra?.names ?? [])].map((name) => [name, field])),
      ),
      async run(form, typed) {
        const userId = senderOf(form)
        const own = Object.fromEntries(await Promise.all(args.map(async ({ arg, valueOf }) => [arg, await valueOf(typed)] as const)))
        const given: Record<string, unknown> = { ...(extra === undefined ? own : await extra.fill(own, typed)) }
        if (makes !== undefined && given['id'] === '')
          [given['id']] = await recent.ids(
            form,
            makes.what,
            makes.alike.map((arg) => String(given[arg]).trim()),
            1,
          )
        const named = row ?? 'id'
        if (named in given && !isId(String(given[named]))) throw new AppError('not-found')
        const seq = await inFormFields(fieldNames, () => {
          // The mutation would name the first field at fault; a form names all of them.
          const parsed = mutation.args.safeParse(given)
          if (!parsed.success && parsed.error.issues.length > 1) throw invalidFields(parsed.error.issues, mutation.name)
          return applied(apply, { name: mutation.name, args: given, userId, source: 'member' })
        })
        // The mutation took them, so they are its arguments.
        return { kind: 'done', location: to(given as Args, form), seq }
      },
    }),
  ]
}
