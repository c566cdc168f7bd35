import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayMs } from '#shared/kernel/durations.ts'
import type { Doc } from '#shared/text/schema.ts'

const SeedLocalGroups = z.array(
  z.strictObject({
    name: z.string(),
    other: z.string().default(''),
    /** The first one makes it. */
    organizers: z.array(z.string()).min(1),
    text: z.string(),
    online: z.boolean().default(false),
    location: z.string().default(''),
    at: z.tuple([z.number(), z.number()]).optional(),
    categories: z.array(z.string()).default([]),
    links: z.array(z.string()).default([]),
    contact: z.string().default(''),
    color: z.string().nullable().default(null),
    active: z.boolean().default(true),
    daysAgo: z.number(),
  }),
)
export type SeedLocalGroups = z.infer<typeof SeedLocalGroups>

/** @throws Error naming what is wrong in it. */
export async function readLocalGroups(folder: string): Promise<SeedLocalGroups> {
  const parsed = SeedLocalGroups.safeParse(JSON.parse(await readFile(join(folder, 'local-groups.json'), 'utf8')))
  if (!parsed.success) throw new Error(`local-groups.json: ${parsed.error.message}`)
  return parsed.data
}

interface Around {
  readonly now: number
  readonly idOf: (key: string) => string
  readonly newId: (name: string, at: number) => string
  readonly docOf: (markdown: string) => Doc
}

/** That it is made under. */
export function localGroupId({ name, daysAgo }: SeedLocalGroups[number], { now, newId }: Pick<Around, 'now' | 'newId'>): string {
  return newId(`local-group/${name}`, Math.floor(now - daysAgo * dayMs))
}

export function localGroupMutations(groups: SeedLocalGroups, { now, idOf, newId, docOf }: Around) {
  return groups.map(({ name, other, organizers, text, online, location, at, categories, links, contact, color, active, daysAgo }) => {
    const madeAt = Math.floor(now - daysAgo * dayMs)
    const [latitude, longitude] = at ?? [null, null]
    const args = {
      ...{ id: newId(`local-group/${name}`, madeAt), name, otherName: other, organizerIds: organizers.map(idOf), body: docOf(text) },
      ...{ isOnline: online, location, latitude, longitude, categories, links, contact, color, isActive: active },
    }
    return { at: madeAt, userId: idOf(organizers[0] ?? ''), name: 'localGroups.put', args }
  })
}

const SeedMapPoints = z.array(
  z.strictObject({ by: z.string(), at: z.tuple([z.number(), z.number()]), note: z.string(), daysAgo: z.number() }),
)
export type SeedMapPoints = z.infer<typeof SeedMapPoints>

/** Members who placed themselves on the map. @throws Error naming what is wrong in it. */
export async function readMapPoints(folder: string): Promise<SeedMapPoints> {
  const parsed = SeedMapPoints.safeParse(JSON.parse(await readFile(join(folder, 'map-points.json'), 'utf8')))
  if (!parsed.success) throw new Error(`map-points.json: ${parsed.error.message}`)
  return parsed.data
}

export function mapPointMutations(points: SeedMapPoints, { now, idOf }: Pick<Around, 'now' | 'idOf'>) {
  return points.map(({ by, at: [latitude, longitude], note, daysAgo }) => ({
    ...{ at: Math.floor(now - daysAgo * dayMs), userId: idOf(by), name: 'mapPoints.put' },
    args: { id: idOf(by), latitude, longitude, isExact: false, note },
  }))
}
