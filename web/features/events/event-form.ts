import { changeableDetails } from '#shared/events/change-mutations.ts'
import { zoneNames } from '#shared/events/zones.ts'
import type { AnyDetails, DetailField } from '#shared/kernel/details.ts'
import { detailFields } from '#shared/kernel/details.ts'
import { allLocalGroups } from '#shared/local-groups/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'
import type { Post } from '#shared/posts/schema.ts'
import { revisions } from '#shared/posts/schema.ts'
import { zoneWords } from '../../blocks/events/event-words.ts'

const zones = (own: string): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ['', 'Choose a time zone'],
    ...[...new Set([...(own === '' ? [] : [own]), ...zoneNames()])].map((name) => [name, zoneWords(name)]),
  ])

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The fields, with the zones and groups there are to choose from. @param own what it has now, which
 * may be chosen again.
 */
export async function formFields(
  { read }: PageData,
  details: AnyDetails,
  own: { readonly zone: string; readonly groupId: string | null } = { zone: '', groupId: null },
): Promise<readonly DetailField[]> {
  const groups = (await read.list(allLocalGroups())).filter(({ id, isActive }) => isActive || id === own.groupId)
  const named = groups.toSorted((a, b) => byName.compare(a.name, b.name)).map(({ id, name }) => [id, name])
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    zone: zones(own.zone),
    groupId: Object.fromEntries([['', 'None'], ...named]),
  }
  return detailFields(details).map((field) => {
    const given = choices[field.name]
    return given === undefined ? field : { ...field, choices: given }
  })
}

/** What a device can change by itself. */
export const deviceFields = (zone: string): readonly DetailField[] =>
  detailFields(changeableDetails).map((field) => (field.name === 'zone' ? { ...field, choices: zones(zone) } : field))

/** Those that the text of an event shows, to choose from without a script too. */
export async function picturesOfText({ read }: PageData, { title, revisionId, latestRevisionId }: Post) {
  const revision = await read.get(revisions, revisionId ?? latestRevisionId)
  return (revision === undefined ? [] : picturesIn(revision.body)).map((id) => ({ src: links.picture(id), of: title }))
}
