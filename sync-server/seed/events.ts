import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { recurrences } from '#shared/events/recurrence.ts'
import { rsvpAnswers } from '#shared/events/rsvp-words.ts'
import { wallAt } from '#shared/events/zones.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import type { Doc } from '#shared/text/schema.ts'

const SeedEvents = z.array(
  z.strictObject({
    title: z.string(),
    by: z.string(),
    /** By its name. */
    group: z.string().nullable().default(null),
    text: z.string(),
    type: z.string().nullable().default(null),
    zone: z.string(),
    /** From now, and the hours that a clock in the zone shows then. */
    day: z.number(),
    from: z.string(),
    until: z.string(),
    location: z.string().default(''),
    at: z.tuple([z.number(), z.number()]).optional(),
    online: z.boolean().default(false),
    join: z.string().nullable().default(null),
    repeats: z.strictObject({ every: z.enum(recurrences), times: z.number() }).optional(),
    canceled: z.boolean().default(false),
    daysAgo: z.number(),
    answers: z.partialRecord(z.enum(rsvpAnswers), z.array(z.string())).default({}),
  }),
)
export type SeedEvents = z.infer<typeof SeedEvents>

/** @throws Error naming what is wrong in it. */
export async function readEvents(folder: string): Promise<SeedEvents> {
  const parsed = SeedEvents.safeParse(JSON.parse(await readFile(join(folder, 'events.json'), 'utf8')))
  if (!parsed.success) throw new Error(`events.json: ${parsed.error.message}`)
  return parsed.data
}

interface Around {
  readonly now: number
  readonly idOf: (key: string) => string
  readonly newId: (name: string, at: number) => string
  readonly docOf: (markdown: string) => Doc
  readonly groupId: (name: string) => string
}

/** Made, published an hour later, answered from the next day on; called off last, where it is. */
export function eventMutations(seeded: SeedEvents, { now, idOf, newId, docOf, groupId }: Around) {
  return seeded.flatMap((event) => {
    const { title, by, group, text, type, zone, day, from, until, location, at, online, join: joinUrl, daysAgo, answers } = event
    const { canceled, repeats } = event
    const madeAt = Math.floor(now - daysAgo * dayMs)
    const [id, userId, body] = [newId(`event/${title}`, madeAt), idOf(by), docOf(text)]
    const date = wallAt(now + day * dayMs, zone).slice(0, 10)
    const [latitude, longitude] = at ?? [null, null]
    const said = {
      ...{ starts: `${date}T${from}`, ends: `${date}T${until}`, zone, isOnline: online, location, latitude, longitude, joinUrl, type },
      ...{ groupId: group === null ? null : groupId(group), hasRsvps: true },
    }
    const written = { linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: false }
    const revisionId = (name: string) => newId(`event/${name}/${title}`, madeAt)
    const publish = { id, revisionId: revisionId('published'), title, body, kind: 'event', ...written }
    const answered = rsvpAnswers.flatMap((answer) => (answers[answer] ?? []).map((key) => ({ userId: idOf(key), answer })))
    return [
      { at: madeAt, userId, name: 'events.make', args: { id, revisionId: revisionId('draft'), title, body, ...said } },
      { at: madeAt + hourMs, userId, name: 'posts.publish', args: publish },
      ...answered.map(({ userId: by, answer }, n) => ({
        ...{ at: madeAt + dayMs + n * hourMs, userId: by, name: 'rsvps.set' },
        args: { postId: id, answer },
      })),
      ...(repeats === undefined
        ? []
        : [{ at: madeAt + 2 * hourMs, userId, name: 'events.setSeries', args: { id, ...repeats, until: null, isPublished: true } }]),
      ...(canceled ? [{ at: madeAt + 3 * dayMs, userId, name: 'events.put', args: { id, ...said, isCancelled: true } }] : []),
    ]
  })
}
