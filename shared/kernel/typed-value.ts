import type * as z from 'zod/mini'

interface Definition {
  readonly type?: string
  readonly innerType?: unknown
  readonly element?: unknown
  readonly entries?: Readonly<Record<string, string>>
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
}

/**
 * What a form's text means as a value of this schema. What it cannot mean stays text, so that the
 * schema refuses it.
 */
export function typedValue(schema: z.ZodMiniType, typed: string): unknown {
  const { type, isNullable } = kindOf(schema)
  if (isNullable && typed.trim() === '') return null
  if (type === 'number') return /^-?\d{1,15}$/u.test(typed.trim()) ? Number(typed) : typed
  if (type === 'boolean') return typed === 'true' || typed === 'on'
  return isNullable ? typed.trim() : typed
}

/**
 * What a list takes, where its values are named one by one: a form has a box for each. `null` for
 * every other schema.
 */
export function choicesOf(schema: z.ZodMiniType): readonly string[] | null {
  const { element } = definition(schema)
  const { entries } = definition(element)
  return entries === undefined ? null : Object.values(entries)
}

/** A value as a form's text; of a list, one on each line. */
export function typedText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  if (Array.isArray(value)) return value.map(typedText).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * The fields of an object's schema, in their order. @throws TypeError for another schema: no form
 * can be made from it.
 */
export function fieldsOf(schema: z.ZodMiniType): readonly (readonly [string, z.ZodMiniType])[] {
  const { shape } = definition(schema)
  if (shape === undefined) throw new TypeError('only an object has fields')
  return Object.entries(shape)
}

function kindOf(schema: z.ZodMiniType): { readonly type: string | undefined; readonly isNullable: boolean } {
  let def = definition(schema)
  let isNullable = false
  while (def.innerType) {
    isNullable ||= def.type === 'nullable'
    def = definition(def.innerType)
  }
  return { type: def.type, isNullable }
}

function definition(schema: unknown): Definition {
  // zod keeps what a schema was made of at `_zod.def`; its types do not say so for an unknown
  // schema.
  return (schema as { _zod?: { def?: Definition } } | undefined)?._zod?.def ?? {}
}
