/** What a form lets nobody type, its mutation refuses: a script never sees the form. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { bookSetDetails } from '#shared/books/schema.ts'
import { detailFields } from '#shared/kernel/details.ts'
import { expect, test } from 'vitest'
import { accountLimits } from '#shared/accounts/rules.ts'
import { apiKeyLimits } from '#shared/api/rules.ts'
import { glossaryLimits } from '#shared/glossary/limits.ts'
import { postLimits } from '#shared/posts/fields.ts'
import { mutations } from '#shared/registry.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'

interface Leaf {
  readonly path: string
  /**
   * Characters; `shaped`: an id, a date, an address or whatever else has a form of its own; `null`:
   * as long as one likes.
   */
  readonly limit: number | 'shaped' | null
}

/** What of zod's own description of a schema is looked at. */
interface Def {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } } }[]
  readonly in?: z.core.$ZodType
  readonly out?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** Each text in what a mutation takes. */
function textsIn(schema: z.core.$ZodType, path = ''): readonly Leaf[] {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') {
    const checks = (def.checks ?? []).map((check) => check._zod.def)
    const max = checks.find(({ check }) => check === 'max_length')?.maximum
    const isShaped = def.format !== undefined || checks.some(({ check }) => check === 'custom' || check === 'string_format')
    return [{ path, limit: max ?? (isShaped ? 'shaped' : null) }]
  }
  if (def.in !== undefined && def.out !== undefined) {
    const [given, kept] = [textsIn(def.in, path), textsIn(def.out, path)]
    return kept.some(({ limit }) => limit !== null) ? kept : given
  }
  const inside: readonly (readonly [string, z.core.$ZodType | undefined])[] = [
    ...Object.entries(def.shape ?? {}).map(([name, each]) => [path === '' ? name : `${path}.${name}`, each] as const),
    ...(def.options ?? []).map((each) => [path, each] as const),
    [`${path}[]`, def.element],
    [`${path}{}`, def.valueType],
    [path, def.innerType],
  ]
  return inside.flatMap(([at, each]) => (each === undefined ? [] : textsIn(each, at)))
}

const all = [...mutations.values()]
const limitOf = (name: string, path: string): Leaf['limit'] | undefined => {
  const found = all.find((mutation) => mutation.name === name)
  return found === undefined ? undefined : textsIn(found.args).find((leaf) => leaf.path === path)?.limit
}

test('every text that a member’s mutation takes has a limit', () => {
  const free = all.filter(({ from }) => from !== 'server').flatMap(({ name, args }) => textsIn(args).filter(({ limit }) => limit === null).map(({ path }) => `${name} ${path}`)) // oxfmt-ignore
  expect(free).toEqual([])
  expect(all.flatMap(({ args }) => textsIn(args)).filter(({ limit }) => typeof limit === 'number').length).toBeGreaterThan(80)
})

const limits: Readonly<Record<string, unknown>> = {
  ...accountLimits,
  accountLimits,
  apiKeyLimits,
  glossaryLimits,
  postLimits,
  inlineCommentLimits,
  wikiLimits,
}

/** The `maxLength` of the field of that name in a source. */
function limitOfForm(file: string, field: string): number {
  const source = readFileSync(join(import.meta.dirname, 'features', file), 'utf8')
  const element = [...source.matchAll(/<(?:TextField|input|textarea)\b(?:[^>]|=>)*>/gu)].map(([text]) => text).find((text) => text.includes(`name="${field}"`) && text.includes('maxLength=')) // oxfmt-ignore
  const said = /maxLength=\{([^}]+)\}/u.exec(element ?? '')?.[1] ?? ''
  if (/^[\d_]+$/u.test(said)) return Number(said.replaceAll('_', ''))
  return Number(said.split('.').reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], limits))
}

test.each([
  ['kinds/parts/new-dialogue.tsx', 'title', 'dialogues.create', 'title'],
  ['writing/parts/write-form.tsx', 'linkUrl', 'posts.publish', 'linkUrl'],
  ['writing/editor-panel/versions.tsx', 'note', 'posts.saveVersion', 'note'],
  ['wiki/pages/create-wiki-page.tsx', 'name', 'wiki.create', 'name'],
  ['wiki/parts/flags-panel.tsx', 'flagName', 'wiki.putFlag', 'name'],
  ['wiki/parts/flags-panel.tsx', 'flagText', 'wiki.putFlag', 'text'],
  ['posts/pages/discussion-settings-page.tsx', 'guidelines', 'posts.setGuidelines', 'guidelines'],
  ['posts/parts/dialogue-form.tsx', 'markdown', 'dialogues.setInput', 'text'],
  ['glossary/parts/term-fields.tsx', 'term', 'glossary.setTerm', 'term'],
  ['accounts/parts/profile-form.tsx', 'displayName', 'accounts.updateProfile', 'displayName'],
  ['accounts/parts/profile-form.tsx', 'bio', 'accounts.updateProfile', 'bio'],
  ['accounts/parts/sign-up-form.tsx', 'userName', 'accounts.register', 'userName'],
  ['accounts/parts/api-keys.tsx', 'name', 'api.makeKey', 'name'],
  ['sequences/pages/sequences-new-page.tsx', 'title', 'sequences.create', 'title'],
])('%s: %s is as long as %s takes', (file, field, name, path) => {
  expect(limitOfForm(file, field)).toBe(limitOf(name, path))
})

test.each(['title', 'text'])('the details of a book set: %s is as long as bookSets.put takes', (name) => {
  expect(detailFields(bookSetDetails).find((field) => field.name === name)?.maxLength).toBe(limitOf('bookSets.put', name))
})
