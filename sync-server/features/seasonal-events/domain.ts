import { formFor } from '#server/http/form-for.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { docOf } from '#server/http/typed-text.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { utcOf } from '#shared/events/zones.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { giveSeasonalAnswer } from '#shared/seasonal-events/answer-mutations.ts'
import { endSeasonalEvent, putSeasonalEvent, removeSeasonalEvent } from '#shared/seasonal-events/mutations.ts'
import { endedSince, startedSince } from '#shared/seasonal-events/queries.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalEvents, seasonalTallies } from '#shared/seasonal-events/schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'

/** As `datetime-local` has it. What is no time stays text, which the mutation refuses. */
const utcIn = (typed: string): number | string => utcOf(typed.trim().replace(' ', 'T').slice(0, 16)) ?? typed

const linesIn = (typed: string): readonly string[] =>
  typed
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const toList = () => links.seasonalEvents()

export const seasonalEventsOnServer = defineServerDomain({
  forms: [
    (tools: FormTools) =>
      formFor(putSeasonalEvent, {
        fields: { body: 'markdown' },
        read: { startAt: utcIn, endAt: utcIn, options: linesIn, body: (typed) => docOf(typed, 'essay') },
        makes: { what: 'seasonal-events', alike: ['kind', 'title', 'startAt'] },
        to: toList,
      })(tools),
    formFor(endSeasonalEvent, { to: toList }),
    formFor(removeSeasonalEvent, { to: toList }),
    formFor(giveSeasonalAnswer, { row: 'eventId', to: () => links.seasonalPoll() }),
  ],
  triggers: [
    // Counts an answer once, however often it arrives.
    defineTrigger(giveSeasonalAnswer, async ({ tx, viewer }, { eventId }) => {
      const answer = await getOrThrow(tx, seasonalAnswers, seasonalAnswerId(eventId, signedIn(viewer).userId))
      if (answer.isCounted) return
      const { options } = await getOrThrow(tx, seasonalEvents, eventId)
      const before = (await tx.get(seasonalTallies, eventId))?.counts ?? []
      const counts = options.map((_, option) => (before[option] ?? 0) + Number(option === answer.option))
      await tx.put(seasonalTallies, { id: eventId, counts })
      await tx.put(seasonalAnswers, { ...answer, isCounted: true })
    }),
  ],
  jobs: [
    {
      name: 'seasonal events',
      everyMs: minuteMs,
      async run({ store, apply }, now) {
        const isDue = await store.read(async (read) => (await read.count(startedSince(now))) + (await read.count(endedSince(now))) > 0)
        if (isDue) await apply({ name: 'seasonalEvents.turn', args: {}, userId: null, source: 'server', now })
      },
    },
  ],
  texts: [textsIn(seasonalEvents, ['createdAt'])],
})
