import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, isDistinct, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, own } from '../kernel/visibility.ts'
import { WebAddress } from '../posts/fields.ts'
import { EssayBody } from '../text/schema.ts'

export const seasonalLimits = {
  ...{ title: 120, characters: 40_000, pages: 40, options: 10, option: 120, karma: 100_000, accountDays: 3_650, days: 366 },
  /** At the same time, those that are over included. */
  events: 200,
} as const

/** Their words for administrators; the names are stored. */
export const seasonalKinds = { ceremony: 'Ceremony', poll: 'Poll', banner: 'Banner on the front page' } as const
export const seasonalResults = { never: 'Never', afterClose: 'After the poll has ended', live: 'At once' } as const

// The names of the tables right above.
const Kind = z.enum(Object.keys(seasonalKinds) as (keyof typeof seasonalKinds)[])
const Results = z.enum(Object.keys(seasonalResults) as (keyof typeof seasonalResults)[])
export type SeasonalKind = z.infer<typeof Kind>

const Options = z.array(line(1, seasonalLimits.option)).check(z.maxLength(seasonalLimits.options), z.refine(isDistinct, 'twice the same'))
const atMost = (most: number) => z.int().check(z.minimum(0), z.maximum(most))

/**
 * Something that this community does for some days: a ceremony that is read page by page, a poll
 * whose answers cannot be changed, or a line on the front page. Made by administrators.
 */
export const SeasonalEvent = z.object({
  id: Id,
  kind: Kind,
  title: z.string(),
  startAt: Time,
  /** The first moment after it. */
  endAt: Time,
  /** A ruler begins the next page of a ceremony. */
  body: EssayBody,
  /** Of a poll; answers name them by their place, so that they stay once somebody has answered. */
  options: z.array(z.string()),
  /** Who may answer: both hold. */
  minKarma: z.number(),
  minAccountDays: z.number(),
  results: Results,
  /** Where a banner leads. */
  linkUrl: z.nullable(WebAddress),
  /** As of the last look at the clock; derived. Whatever is asked goes by `startAt` and `endAt`. */
  phase: z.enum(['planned', 'running', 'over']),
  createdAt: Time,
})
export type SeasonalEvent = z.infer<typeof SeasonalEvent>

/** Devices do not follow it: the page of a poll hands them that poll, to judge an answer by. */
export const seasonalEvents = defineTable({
  name: 'seasonal_events',
  row: SeasonalEvent,
  indexes: [['createdAt'], ['kind', 'startAt'], ['phase', 'startAt'], ['phase', 'endAt']],
  visibility: { ...everyone, isOnDevices: true },
})

/**
 * What a member has answered in a poll; id `EVENT:USER`. Nobody else ever reads it, no
 * administrator either.
 */
export const SeasonalAnswer = z.object({
  id: z.string(),
  eventId: Id,
  userId: Id,
  /** Its place among the options, from 0. */
  option: z.number(),
  /** The sum has it already; derived. */
  isCounted: z.boolean(),
  at: Time,
})
export type SeasonalAnswer = z.infer<typeof SeasonalAnswer>

export const seasonalAnswers = defineTable({
  name: 'seasonal_answers',
  row: SeasonalAnswer,
  indexes: [['userId', 'at']],
  visibility: own('userId'),
})

/** How often each option was chosen; id = the poll's. Changes in the transaction of the answer. */
export const SeasonalTally = z.object({ id: Id, counts: z.array(z.number()) })
export type SeasonalTally = z.infer<typeof SeasonalTally>

export const seasonalTallies = defineTable({
  name: 'seasonal_tallies',
  row: SeasonalTally,
  indexes: [],
  visibility: { scope: () => 'mod' },
})

export const seasonalAnswerId = (eventId: string, userId: string): string => `${eventId}:${userId}`

const invalidTime = 'Enter a date and a time. It ends after it starts, within a year.'

/** What administrators say of one, in the order of the form. */
export const seasonalDetails = defineDetails(seasonalEvents, {
  kind: { value: Kind, label: 'What it is', choices: seasonalKinds, invalid: 'What it is can’t be changed. Make a new one.' },
  title: { value: line(1, seasonalLimits.title), label: 'Title', isRequired: true, maxLength: seasonalLimits.title },
  startAt: { value: Time, label: 'Start (UTC)', type: 'datetime-local', isRequired: true, invalid: invalidTime },
  endAt: {
    value: Time,
    label: 'End (UTC)',
    type: 'datetime-local',
    isRequired: true,
    invalid: `${invalidTime} One that is over stays over.`,
  },
  body: {
    ...{ value: EssayBody, label: 'Text', help: 'Markdown. In a ceremony, --- between two empty lines begins the next page.' },
    ...{ rows: 10, maxLength: 80_000, field: 'markdown' },
    invalid: 'A ceremony needs a text: at most 40,000 characters on at most 40 pages, none of them empty.',
  },
  options: {
    ...{ value: Options, label: 'Answers of a poll', help: 'One per line.', rows: 4, maxLength: 1_500 },
    invalid: 'A poll has 2 to 10 different answers, one per line. They can’t be changed once somebody has answered.',
  },
  minKarma: { value: atMost(seasonalLimits.karma), label: 'Karma needed to answer', isRequired: true, maxLength: 6 },
  minAccountDays: {
    value: atMost(seasonalLimits.accountDays),
    label: 'Age of the account needed to answer, in days',
    isRequired: true,
    maxLength: 4,
  },
  results: { value: Results, label: 'Show results of the poll', choices: seasonalResults },
  linkUrl: {
    ...{ value: z.nullable(WebAddress), label: 'Where the banner leads', help: 'A full URL. Leave empty for none.' },
    invalid: 'Enter a full URL starting with https://.',
  },
})
