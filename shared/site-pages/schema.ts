import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

/** The pages about the site, each at its name: `/about`. */
export const sitePageNames = ['about', 'contact', 'faq', 'privacy', 'terms', 'donate'] as const
export type SitePageName = (typeof sitePageNames)[number]
/** `donate` comes without a text: the site takes donations once a post says how. */
export type PageWithText = Exclude<SitePageName, 'donate'>

const Name = z.enum(sitePageNames)

/**
 * Which post is shown at the address of a page about the site, in place of the text that comes with
 * it, if any. Chosen by administrators.
 */
export const SitePage = z.object({
  id: Id,
  name: Name,
  postId: Id,
  createdAt: Time,
})
export type SitePage = z.infer<typeof SitePage>

/** Devices have the finished pages. */
export const sitePages = defineTable({
  name: 'site_pages',
  row: SitePage,
  indexes: [['name']],
  unique: [['name']],
  visibility: everyone,
})

export const sitePageDetails = defineDetails(sitePages, {
  name: {
    ...{ value: Name, label: 'Page', help: `One of: ${sitePageNames.join(', ')}.`, isRequired: true, maxLength: 20 },
    ...{ invalid: `Enter one of: ${sitePageNames.join(', ')}.`, taken: 'That page has a post already. Edit its row instead.' },
  },
  postId: {
    ...{ value: Id, label: 'Post', help: 'URL of a published post on this site.', field: 'post', isRequired: true },
    invalid: 'Enter the URL of a published post on this site.',
  },
})

export const maxDonation = 1_000_000_000

/** Whole units of the currency, at most `maxDonation`. */
const Amount = (least: number) => z.int().check(z.minimum(least), z.maximum(maxDonation))
const Currency = z.string().check(z.regex(/^[A-Z]{3}$/u))

/** What the page to donate asks for, and what has come in. One row at most. */
export const DonationGoal = z.object({
  id: Id,
  /** Where it is drawn. */
  page: z.literal('donate'),
  goal: Amount(1),
  /** It may be more than the goal. */
  raised: Amount(0),
  /** ISO 4217. */
  currency: Currency,
  createdAt: Time,
})
export type DonationGoal = z.infer<typeof DonationGoal>

/** Devices have the finished page. */
export const donationGoals = defineTable({
  name: 'donation_goals',
  row: DonationGoal,
  indexes: [['page']],
  unique: [['page']],
  visibility: everyone,
})

const invalidAmount = 'Enter a whole number without separators, at most 1000000000.'

export const donationGoalDetails = defineDetails(donationGoals, {
  goal: { value: Amount(1), label: 'Goal', help: 'A whole number, such as 2000.', isRequired: true, maxLength: 10, invalid: invalidAmount },
  raised: { value: Amount(0), label: 'Raised so far', isRequired: true, maxLength: 10, invalid: invalidAmount },
  currency: {
    ...{ value: Currency, label: 'Currency', help: 'Its three letters, such as EUR.', isRequired: true, maxLength: 3 },
    invalid: 'Enter three capital letters, such as EUR.',
  },
})
