/**
 * Settings of a member, a line each: from it come the row's field, what the mutation takes, the
 * standard, the form with and without scripting (`SettingFields`, `settingsFromForm`).
 */
import * as z from 'zod/mini'

export interface Setting<Value extends boolean | string = boolean | string> {
  readonly value: z.ZodMiniType<Value>
  /** Until something else is chosen, and of rows from before there was this setting. */
  readonly standard: Value
  /** Of the form. */
  readonly section: string
  readonly label: string
  /** One quiet line under it. */
  readonly help?: string | undefined
  /** What is chosen from, with its words; absent: a box to be ticked. */
  readonly choices?: Readonly<Record<string, string>>
}
export type Settings = Readonly<Record<string, Setting>>

export const box = (standard: boolean, section: string, label: string, help?: string): Setting<boolean> => ({
  ...{ value: z.boolean(), standard, section, label, help },
})

export function oneOf<Name extends string>(
  standard: NoInfer<Name>,
  section: string,
  label: string,
  choices: Readonly<Record<Name, string>>,
  help?: string,
): Setting<Name> {
  // The names of the very choices.
  const names = Object.keys(choices) as [Name, ...Name[]]
  // An enum's type is of the object of its names; the values are these.
  return { value: z.enum(names) as unknown as z.ZodMiniType<Name>, standard, section, label, choices, help }
}

type ValueOf<S> = S extends Setting<infer Value> ? Value : never
export type SettingValues<Named extends Settings> = { readonly [Name in keyof Named]: ValueOf<Named[Name]> }
export type SettingChoice<Named extends Settings> = {
  readonly [Name in keyof Named & string]: { readonly field: Name; readonly value: ValueOf<Named[Name]> }
}[keyof Named & string]

/** For the row's schema: what is absent is as the standard says. */
export function settingFields<Named extends Settings>(
  settings: Named,
): { [Name in keyof Named]: z.ZodMiniDefault<z.ZodMiniType<ValueOf<Named[Name]>>> } {
  // Made from the very names.
  return Object.fromEntries(Object.entries(settings).map(([name, { value, standard }]) => [name, z._default(value, standard)])) as never
}

/** For a mutation's arguments: `{ field, value }` of one setting. */
export function settingChoices(settings: Settings): readonly z.ZodMiniObject[] {
  return Object.entries(settings).map(([name, { value }]) => z.strictObject({ field: z.literal(name), value }))
}

export function standardOf<Named extends Settings>(settings: Named): SettingValues<Named> {
  // Made from the very names.
  return Object.fromEntries(Object.entries(settings).map(([name, { standard }]) => [name, standard])) as SettingValues<Named>
}

/** What the form without scripting says of each: a box that is not ticked is not sent. */
export function settingsFromForm<Named extends Settings>(
  settings: Named,
  fields: Readonly<Record<string, string>>,
): readonly SettingChoice<Named>[] {
  // Made from the very names; the mutation refuses a word that is none of the choices.
  return Object.entries(settings).map(([field, { choices, standard }]) => ({
    field,
    value: choices === undefined ? fields[field] === 'on' : (fields[field] ?? standard),
  })) as unknown as readonly SettingChoice<Named>[]
}
