import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

/** The pages about the site, each at its name: `/about`. */
export const sitePageNames = ['about', 'contact', 'faq', 'privacy', 'terms'] as const
export type SitePageName = (typeof sitePageNames)[number]

const Name = z.enum(sitePageNames)

/**
 * Which post is shown at the address of a page about the site, in place of the text that comes with
 * it. Chosen by administrators.
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
