import type { Doc } from '#shared/text/schema.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

interface Around {
  readonly now: number
  readonly admin: string
  readonly idOf: (key: string) => string
  readonly newId: (name: string, at: number) => string
  readonly docOf: (markdown: string) => Doc
}

const ceremony = `On the longest night somebody has to keep the lamp. Read these pages aloud, one person a page, in a room with one light.

---

> The keeper before me wrote down every hour in which nothing happened.

Nothing happened because somebody was awake. Put the light in the middle of the table.

---

Each of you says one thing that worked this year because somebody looked after it: a pump, a list, a promise. It may be small.

---

Now put the light out. Count to twenty, together and slowly.

Light it again. That was the whole ceremony: it went out, and somebody lit it.
`

const poll = `The reading room is lit by one lamp until the days are longer. Which one shall it be?`

/** Who has answered, and what; newcomers can sign in as the others. */
const answers = { wim: 0, hana: 1, ngozi: 0, kofi: 2 }

/** A ceremony and a poll of the season. */
export function seasonMutations({ now, admin, idOf, newId, docOf }: Around) {
  const at = Math.floor(now - dayMs)
  const usual = { startAt: at + hourMs, endAt: at + 60 * dayMs, minKarma: 0, minAccountDays: 7, results: 'afterClose', linkUrl: null }
  const id = newId('season/poll', at)
  return [
    {
      ...{ at, userId: admin, name: 'seasonalEvents.put' },
      args: {
        ...usual,
        id: newId('season/ceremony', at),
        kind: 'ceremony',
        title: 'The night of the lamp',
        body: docOf(ceremony),
        options: [],
      },
    },
    {
      ...{ at, userId: admin, name: 'seasonalEvents.put' },
      args: {
        ...{ ...usual, id, kind: 'poll', title: 'Which lamp for the reading room?', body: docOf(poll) },
        options: ['The brass lamp from the pier', 'The green one that hums', 'A candle, and somebody to watch it'],
      },
    },
    ...Object.entries(answers).map(([key, option], n) => ({
      ...{ at: at + 2 * hourMs + n * 1_000, userId: idOf(key), name: 'seasonalAnswers.give' },
      args: { eventId: id, option },
    })),
  ]
}
