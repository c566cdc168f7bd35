/**
 * What the forms of sequences and collections say, as their mutations take it: the same at the
 * server, for a form without a script, and in the browser. A form that shows several things at once
 * says of each how it was (`was-NAME`): what nobody touched is not written again, over what
 * somebody else has set meanwhile.
 */
import type { Doc } from '../text/schema.ts'

type Reading = 'line' | 'box' | 'order' | 'address' | 'text'
/** By the field's name in the form: what the mutation calls it, and how it is read. */
export type FormFields = Readonly<Record<string, readonly [field: string, reading: Reading]>>

const said: FormFields = { title: ['title', 'line'], markdown: ['body', 'text'] }

export const sequenceFields: FormFields = {
  ...said,
  bannerUrl: ['bannerUrl', 'address'],
  cardUrl: ['cardUrl', 'address'],
  isDraft: ['isDraft', 'box'],
  isHiddenFromProfile: ['isHiddenFromProfile', 'box'],
  profileOrder: ['profileOrder', 'order'],
}

export const staffFields: FormFields = {
  curatedOrder: ['curatedOrder', 'order'],
  isHidden: ['isHidden', 'box'],
  noIndex: ['noIndex', 'box'],
}

export const chapterFields: FormFields = { ...said, subtitle: ['subtitle', 'line'] }

export const collectionFields: FormFields = {
  ...said,
  slug: ['slug', 'line'],
  firstPageLink: ['firstPageLink', 'address'],
  hidesStart: ['hidesStart', 'box'],
  cardUrl: ['cardUrl', 'address'],
  noIndex: ['noIndex', 'box'],
}

export const bookFields: FormFields = {
  ...chapterFields,
  tocTitle: ['tocTitle', 'line'],
  showsGrid: ['showsGrid', 'box'],
  showsChapters: ['showsChapters', 'box'],
  hidesProgress: ['hidesProgress', 'box'],
}

type Given = Readonly<Record<string, string>>

/**
 * What was changed; unchecked, the mutation's own schema judges it. A box that is not ticked is not
 * sent.
 */
export async function detailsIn(
  given: Given,
  fields: FormFields,
  docOf: (markdown: string) => Promise<Doc>,
): Promise<readonly { readonly field: string; readonly value: unknown }[]> {
  const details: { readonly field: string; readonly value: unknown }[] = []
  for (const [name, [field, reading]] of Object.entries(fields)) {
    const [typed, was] = [plain(given[name] ?? ''), given[`was-${name}`]]
    if (given[name] === undefined && was === undefined) continue
    if (was === undefined || plain(was) !== typed) details.push({ field, value: await valueOf(reading, typed, docOf) })
  }
  return details
}

/** The first field that no such form has. */
export function strangeIn(given: Given, fields: FormFields): string | undefined {
  return Object.keys(given).find((name) => !(name.replace(/^was-/u, '') in fields))
}

async function valueOf(reading: Reading, typed: string, docOf: (markdown: string) => Promise<Doc>): Promise<unknown> {
  switch (reading) {
    case 'line':
      return typed
    case 'box':
      return typed === 'on'
    case 'order':
      return typed === '' ? null : Number(typed)
    case 'address':
      return typed === '' ? null : typed
    case 'text':
      return docOf(typed)
  }
}

/** Browsers send every line's end as two characters. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd()
