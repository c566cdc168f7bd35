import * as z from 'zod/mini'
import type { AnyDetails } from '../kernel/details.ts'
import { defineDetails } from '../kernel/details.ts'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { likePost } from '../kernel/visibility.ts'
import { coordinateDetails } from '../local-groups/coordinates.ts'
import { postLimits, Title, WebAddress } from '../posts/fields.ts'
import { OwnPicture, pictureAltLength } from '../sequences/schema.ts'
import { EssayBody } from '../text/schema.ts'
import { recurrences } from './recurrence.ts'
import { rsvpAnswers, rsvpStatuses } from './rsvp-words.ts'

export const eventLimits = {
  location: 200,
  contact: 200,
  zone: 60,
  /** Characters of what a new one begins with; its text has no limit of its own. */
  body: 20_000,
  days: 366,
  /** Names shown for each answer. */
  names: 200,
  /** Names on the list for the door. */
  doorNames: 2_000,
  /** How many can come, where the organizers set a limit. */
  capacity: 10_000,
} as const

/** Their words for readers; the names are stored. */
export const eventTypes = {
  ...{ presentation: 'Presentation', discussion: 'Discussion', workshop: 'Workshop', social: 'Social', coworking: 'Coworking' },
  ...{ course: 'Course', conference: 'Conference' },
} as const

export const RsvpAnswer = z.enum(rsvpAnswers)
export type RsvpAnswer = z.infer<typeof RsvpAnswer>
const RsvpStatus = z.enum(rsvpStatuses)
export type RsvpStatus = z.infer<typeof RsvpStatus>

const Capacity = z.nullable(z.int().check(z.minimum(1), z.maximum(eventLimits.capacity)))

// The names of the table right above.
const EventType = z.enum(Object.keys(eventTypes) as (keyof typeof eventTypes)[])

/** As `datetime-local` has it, or typed with a space; of this century. Empty: not known yet. */
const WallTime = z.pipe(
  z.string(),
  z.pipe(
    z.transform((typed: string) => typed.trim().replace(' ', 'T')),
    z.string().check(z.regex(/^(20\d{2}-\d{2}-\d{2}T\d{2}:\d{2})?$/u)),
  ),
)

/**
 * Where and when a post is an event; id = the post's, whose authors are its organizers. Written by
 * them and the staff.
 */
export const Event = z.object({
  id: Id,
  /** On a clock in `zone`; empty: to be announced. */
  starts: z.string(),
  ends: z.string(),
  /** Of the IANA database. */
  zone: z.string(),
  /** The moments that those are; derived. */
  startAt: z.nullable(Time),
  endAt: z.nullable(Time),
  isOnline: z.boolean(),
  /** In words. Empty at most where it is online. */
  location: z.string(),
  /** Both or neither. Absent in rows from before there was this: neither. */
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  /** The cells of the sphere that those are in (`cells.ts`); derived. */
  cell: z.optional(z.nullable(z.string())),
  area: z.optional(z.nullable(z.string())),
  joinUrl: z.nullable(WebAddress),
  /** Where one signs up elsewhere, and whom to ask. Absent in rows from before there was this. */
  registerUrl: z.optional(z.nullable(WebAddress)),
  contact: z.optional(z.string()),
  /**
   * Above its text, by its address, and what it shows. Its width is derived. Absent in rows from
   * before there was this: none.
   */
  pictureUrl: z.optional(OwnPicture),
  pictureAlt: z.optional(z.string()),
  pictureWidth: z.optional(z.nullable(z.number())),
  type: z.nullable(EventType),
  groupId: z.nullable(Id),
  /** Members can say whether they come. */
  hasRsvps: z.boolean(),
  /** How many can come; `null`, or absent in rows from before there was this: no limit. */
  capacity: z.optional(Capacity),
  isCancelled: z.boolean(),
  /** Its post is in lists; derived. Absent in rows from before there was this: it is not. */
  isListed: z.optional(z.boolean()),
  /** How many without an account have answered what; derived. Absent: none. */
  guests: z.optional(z.object({ going: z.number(), waiting: z.number(), maybe: z.number(), no: z.number() })),
  /**
   * Of one that recurs: its series (`series-schema.ts`), how often, and the time that was planned
   * by that, whatever it was moved to since. Absent, and `recurs` of one that no longer recurs
   * `null`, elsewhere.
   */
  seriesId: z.optional(Id),
  recurs: z.optional(z.nullable(z.enum(recurrences))),
  planned: z.optional(z.string()),
  /**
   * What those who come have to hear of the last change that was made by `events.change`, for the
   * trigger that notes it. Absent in rows from before there was this.
   */
  lastChange: z.optional(z.nullable(z.enum(['canceled', 'restored', 'changed']))),
  /** Counts the changes, for calendars. */
  sequence: z.number(),
  createdAt: Time,
  changedAt: Time,
})
export type Event = z.infer<typeof Event>

export const events = defineTable({
  name: 'events',
  row: Event,
  indexes: [
    ['createdAt'],
    ['isListed', 'startAt'],
    ['cell', 'isListed', 'startAt'],
    ['area', 'isListed', 'startAt'],
    ['groupId', 'isListed', 'createdAt'],
    ['seriesId', 'isListed', 'startAt'],
  ],
  visibility: likePost('id'),
})

/**
 * Whether a member comes; id `USER:POST`. Who may read the event sees who does; of a private answer
 * its owner and the organizers (`canSeeRsvp`). `waiting`, and from there to `going`, is decided by
 * the server (`seats.ts`).
 */
export const Rsvp = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  answer: RsvpStatus,
  /** Absent, also in rows from before there was this: everybody sees the name. */
  isPrivate: z.optional(z.boolean()),
  at: Time,
})
export type Rsvp = z.infer<typeof Rsvp>

export const rsvps = defineTable({
  name: 'rsvps',
  row: Rsvp,
  indexes: [
    ['postId', 'answer', 'at'],
    ['userId', 'at'],
  ],
  // Thousands may come: a device has its owner's answers, and the others' in finished pages.
  visibility: {
    scope: ({ userId, isPrivate }: Rsvp) => (isPrivate === true ? `user:${userId}` : 'public'),
    shape: ({ userId }: Rsvp) => `me:${userId}`,
  },
})

export const rsvpId = (userId: string, postId: string): string => `${userId}:${postId}`

/** What its organizers say of one, in the order of the form. */
export const eventDetails = defineDetails(events, {
  starts: {
    ...{ value: WallTime, label: 'Start', type: 'datetime-local', help: 'Local time at the event. Leave empty if the date isn’t set yet.' },
    invalid: 'Enter a start date and time that exist in this time zone.',
  },
  ends: {
    ...{ value: WallTime, label: 'End', type: 'datetime-local' },
    invalid: 'Enter an end at or after the start, at most a year later.',
  },
  zone: {
    ...{ value: z.string().check(z.minLength(1), z.maxLength(eventLimits.zone)), label: 'Time zone', isRequired: true },
    invalid: 'Choose a time zone.',
  },
  isOnline: { value: z.boolean(), label: 'Online' },
  location: {
    ...{ value: line(0, eventLimits.location), label: 'Location', maxLength: eventLimits.location },
    ...{ help: 'An address people can find. Not needed if the event is online.', invalid: 'Enter a location, or tick “Online”.' },
  },
  // Absent, they stay as they are: a queue or program from before there was this leaves them out.
  latitude: { ...coordinateDetails.latitude, value: z.optional(coordinateDetails.latitude.value) },
  longitude: { ...coordinateDetails.longitude, value: z.optional(coordinateDetails.longitude.value) },
  joinUrl: {
    ...{ value: z.nullable(WebAddress), label: 'Link to join', help: 'Shown to everyone.', maxLength: postLimits.linkUrl },
    invalid: 'Enter a full URL starting with https://',
  },
  // Absent, both stay as they are, as the coordinates do.
  registerUrl: {
    ...{ value: z.optional(z.nullable(WebAddress)), label: 'Registration link', maxLength: postLimits.linkUrl },
    ...{ help: 'If people have to sign up on another site.', invalid: 'Enter a full URL starting with https://' },
  },
  contact: {
    ...{ value: z.optional(line(0, eventLimits.contact)), label: 'Contact', maxLength: eventLimits.contact },
    ...{ help: 'How to reach the organizers. Shown to everyone.', invalid: 'Enter at most 200 characters on one line.' },
  },
  // Absent, both stay as they are, as the coordinates do.
  pictureUrl: {
    ...{ value: z.optional(OwnPicture), label: 'Picture', isPicture: true },
    invalid: 'This picture can’t be used. Choose another.',
  },
  pictureAlt: {
    ...{ value: z.optional(line(0, pictureAltLength)), label: 'Picture description', maxLength: pictureAltLength },
    ...{ help: 'What the picture shows, for people who can’t see it.', invalid: 'Enter at most 300 characters on one line.' },
  },
  type: { value: z.nullable(EventType), label: 'Type', choices: { '': 'None', ...eventTypes } },
  groupId: {
    ...{ value: z.nullable(Id), label: 'Group', choices: { '': 'None' }, invalid: 'Choose an active group.' },
    help: 'The group’s organizers can see and edit its events, drafts too.',
  },
  hasRsvps: { value: z.boolean(), label: 'Let members RSVP' },
  // Absent, it stays as it is, as the coordinates do.
  capacity: {
    ...{ value: z.optional(Capacity), label: 'Places', maxLength: 5 },
    help: 'How many people can come. People who RSVP later go on a waiting list. Leave empty for no limit.',
    invalid: 'Enter a whole number of places from 1 to 10000, or leave it empty.',
  },
  isCancelled: { value: z.boolean(), label: 'Canceled' },
})

const { isCancelled: _later, ...ofNew } = eventDetails

/** What one is begun with: what is said of it, a title and a text. */
export const newEventDetails = {
  title: { value: Title, label: 'Title', isRequired: true, maxLength: postLimits.title },
  ...ofNew,
  body: {
    ...{ value: EssayBody, label: 'Description', help: 'Markdown.', rows: 8, maxLength: eventLimits.body, field: 'markdown' },
  },
} as const satisfies AnyDetails
