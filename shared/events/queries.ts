import type { RsvpStatus } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import type { CellSize } from '../local-groups/cells.ts'
import { calendarLinks } from './calendar-schema.ts'
import { events, rsvps } from './schema.ts'
import { eventSeries } from './series-schema.ts'

/** In lists, that start from then on; the next first. */
export const eventsFrom = (from: number, limit: number) =>
  defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [true], from, order: 'ascending', limit })

/** In lists, that start between the two, the next first. */
export const eventsBetween = (from: number, until: number, limit: number) =>
  defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [true], from, until, order: 'ascending', limit })

/** In lists, that started before then; the last first. */
export const eventsBefore = (until: number, limit: number) =>
  defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [true], from: 0, until, order: 'descending', limit })

/** In lists, in this cell of the sphere, that start from then on; the next first. */
export const eventsInCell = (size: CellSize, cell: string, from: number, limit: number) =>
  defineQuery({ table: events, index: [size, 'isListed', 'startAt'], equals: [cell, true], from, order: 'ascending', limit })

/** Of a group, in lists or not; the last made first. */
export const eventsOfGroup = (groupId: string, limit: number, isListed = true) =>
  defineQuery({ table: events, index: ['groupId', 'isListed', 'createdAt'], equals: [groupId, isListed], order: 'descending', limit })

/** What a member has answered, the last first. */
export const rsvpsBy = (userId: string, limit: number) =>
  defineQuery({ table: rsvps, index: ['userId', 'at'], equals: [userId], order: 'descending', limit })

/** Who has this status, the first first. */
export const rsvpsOf = (postId: string, answer: RsvpStatus, limit: number) =>
  defineQuery({ table: rsvps, index: ['postId', 'answer', 'at'], equals: [postId, answer], order: 'ascending', limit })

/** Who had it before then, the first first. */
export const rsvpsBefore = (postId: string, answer: RsvpStatus, until: number, limit: number) =>
  defineQuery({ table: rsvps, index: ['postId', 'answer', 'at'], equals: [postId, answer], until, order: 'ascending', limit })

/** Of a series, that start from then on; the next first. */
export const seriesEventsFrom = (seriesId: string, isListed: boolean, from: number, limit: number) =>
  defineQuery({ table: events, index: ['seriesId', 'isListed', 'startAt'], equals: [seriesId, isListed], from, order: 'ascending', limit })

/** Of a series, in lists, that start before then; the last first. */
export const seriesEventsBefore = (seriesId: string, until: number, limit: number) =>
  defineQuery({
    ...{ table: events, index: ['seriesId', 'isListed', 'startAt'], equals: [seriesId, true], from: 0, until },
    ...{ order: 'descending', limit },
  })

/** Series that go on; the oldest first. */
export const liveSeries = (limit: number, offset: number) =>
  defineQuery({ table: eventSeries, index: ['isLive', 'createdAt'], equals: [true], order: 'ascending', limit, offset })

export const liveSeriesBy = (authorId: string) =>
  defineQuery({ table: eventSeries, index: ['authorId', 'isLive'], equals: [authorId, true], order: 'ascending', limit: 1 })

export const calendarOfToken = (tokenHash: string) =>
  defineQuery({ table: calendarLinks, index: ['tokenHash'], equals: [tokenHash], order: 'ascending', limit: 1 })
