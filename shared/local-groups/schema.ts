import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, isDistinct, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'
import { WebAddress } from '../posts/fields.ts'
import { OwnPicture, pictureAltLength } from '../sequences/schema.ts'
import { EssayBody } from '../text/schema.ts'
import { coordinateDetails } from './coordinates.ts'

export const localGroupLimits = {
  name: 100,
  location: 200,
  contact: 200,
  bodyCharacters: 10_000,
  organizers: 20,
  links: 8,
  /** That one member has made; the staff has no limit. */
  madeByMember: 10,
  /** Shown in one list. */
  listed: 1_000,
  /** Looked at for the page of one member. */
  organizedShown: 20,
} as const

/** Their words for readers; the names are stored. */
export const groupCategories = {
  ...{ national: 'National', regional: 'Regional', city: 'City', university: 'University', 'high-school': 'High school' },
  ...{ workplace: 'Workplace', professional: 'Professional', 'cause-area': 'Cause area', affiliation: 'Affiliation' },
} as const

export const groupColors = { green: 'Green', blue: 'Blue', red: 'Red', violet: 'Violet', amber: 'Amber' } as const

// The names of the tables right above.
const Category = z.enum(Object.keys(groupCategories) as (keyof typeof groupCategories)[])
const Color = z.enum(Object.keys(groupColors) as (keyof typeof groupColors)[])

const Organizers = z.array(Id).check(z.minLength(1), z.maxLength(localGroupLimits.organizers), z.refine(isDistinct, 'twice the same'))
const Categories = z.array(Category).check(z.refine(isDistinct, 'twice the same'))
const Links = z.array(WebAddress).check(z.maxLength(localGroupLimits.links), z.refine(isDistinct, 'twice the same'))

/** People who meet, in a place or online. Written by its organizers and the staff. */
export const LocalGroup = z.object({
  id: Id,
  name: z.string(),
  /** What it is called in the language of its place; empty: the same. */
  otherName: z.string(),
  /** Never none. An account that is gone stays in it, and is not shown. */
  organizerIds: z.array(Id),
  body: EssayBody,
  isOnline: z.boolean(),
  /** In words: a city, an address. Empty at most where it meets online. */
  location: z.string(),
  /** Both or neither. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  categories: z.array(Category),
  links: z.array(WebAddress),
  /** An address of any sort, as plain text. */
  contact: z.string(),
  color: z.nullable(Color),
  /** Above its page, by its address, instead of the color. Absent in older rows. */
  bannerUrl: z.optional(OwnPicture),
  bannerAlt: z.optional(z.string()),
  /** It still meets; otherwise it is in no list. */
  isActive: z.boolean(),
  makerId: Id,
  createdAt: Time,
})
export type LocalGroup = z.infer<typeof LocalGroup>

/** Devices have it as finished pages. */
export const localGroups = defineTable({
  name: 'local_groups',
  row: LocalGroup,
  indexes: [['createdAt'], ['makerId', 'createdAt']],
  visibility: everyone,
})

/** What its organizers say of one, in the order of the form. */
export const localGroupDetails = defineDetails(localGroups, {
  name: { value: line(1, localGroupLimits.name), label: 'Name', isRequired: true, maxLength: localGroupLimits.name },
  otherName: { value: line(0, localGroupLimits.name), label: 'Name in another language', maxLength: localGroupLimits.name },
  organizerIds: {
    ...{ value: Organizers, label: 'Organizers', help: 'Usernames, separated by commas.', field: 'organizers', isRequired: true },
    invalid: 'Enter the usernames of 1 to 20 members, separated by commas.',
  },
  isOnline: { value: z.boolean(), label: 'Meets online' },
  location: {
    ...{ value: line(0, localGroupLimits.location), label: 'Location', maxLength: localGroupLimits.location },
    ...{ help: 'A city or an address. Not needed if the group meets online.', invalid: 'Enter a location, or tick “Meets online”.' },
  },
  ...coordinateDetails,
  body: {
    ...{ value: EssayBody, label: 'Description', help: 'Markdown.', rows: 8, maxLength: 20_000, field: 'markdown' },
    invalid: 'At most 10,000 characters.',
  },
  categories: { value: Categories, label: 'Categories', choices: groupCategories },
  links: {
    ...{ value: Links, label: 'Links', help: 'One URL per line: a website, a chat, a calendar.', rows: 3, maxLength: 4_000 },
    invalid: 'Enter at most 8 different full URLs starting with https://, one per line.',
  },
  contact: {
    ...{ value: line(0, localGroupLimits.contact), label: 'Contact', help: 'Shown to everyone.', maxLength: localGroupLimits.contact },
  },
  color: { value: z.nullable(Color), label: 'Banner color', choices: { '': 'None', ...groupColors } },
  // Absent, both stay as they are: a program from before there was this leaves them out.
  bannerUrl: {
    ...{ value: z.optional(OwnPicture), label: 'Banner', isPicture: true },
    invalid: 'This picture can’t be used. Choose another.',
  },
  bannerAlt: {
    ...{ value: z.optional(line(0, pictureAltLength)), label: 'Banner description', maxLength: pictureAltLength },
    ...{ help: 'What the banner shows, for people who can’t see it.', invalid: 'Enter at most 300 characters on one line.' },
  },
  isActive: { value: z.boolean(), label: 'Active: show it in lists' },
})
