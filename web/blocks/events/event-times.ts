import type { Event } from '#shared/events/schema.ts'

export type EventTimes = ReturnType<typeof timesOf>

/** When it is; the reader's own clock is asked where it is drawn. */
export const timesOf = ({ starts, ends, zone, startAt, endAt }: Event) => ({ starts, ends, zone, startAt, endAt })
