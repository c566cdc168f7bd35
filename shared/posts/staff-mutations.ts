/** What the staff settle about a post in one form; each is its own field of the post. */
import * as z from 'zod/mini'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { commentOrders } from '../comments/orders.ts'
import { defineDetails, detailMutation } from '../kernel/details.ts'
import { isDay } from '../kernel/durations.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isStaff } from '../kernel/viewer.ts'
import { orderWords } from '../comments/order-words.ts'
import { postLimits, WebAddress } from './fields.ts'
import { canModeratePost } from './rules.ts'
import { posts } from './schema.ts'

const Day = z.string().check(z.refine(isDay, 'no such day'))

const Minutes = z.int().check(z.minimum(1), z.maximum(1_000))

/** In the order of the form. */
export const staffDetails = defineDetails(posts, {
  isUnlisted: { value: z.boolean(), label: 'Unlisted: in no list, feed or search; anyone with the link can read it' },
  noIndex: { value: z.boolean(), label: 'Ask search engines to leave it out' },
  isNotRecommended: { value: z.boolean(), label: 'Leave it out of recommendations' },
  isOffDiscussion: { value: z.boolean(), label: 'Leave it out of recent discussion' },
  commentOrder: {
    ...{ value: z.nullable(z.enum(commentOrders)), label: 'Order of its comments' },
    choices: { '': 'As elsewhere', ...orderWords },
  },
  commentersBefore: {
    ...{ value: z.nullable(Day), label: 'Comments only from accounts created before', type: 'date' },
    ...{ help: 'Leave empty for everyone.', invalid: 'Enter a day, or leave it empty.' },
  },
  readMinutes: {
    ...{ value: z.nullable(Minutes), label: 'Minutes to read', help: 'Leave empty to go by the number of words.' },
    invalid: 'Enter a whole number of minutes from 1 to 1,000, or leave it empty.',
  },
  firstPublishedUrl: {
    ...{ value: z.nullable(WebAddress), label: 'First published at (canonical URL)', maxLength: postLimits.linkUrl },
    help: 'The URL of the original on another site, which search engines then list. Leave empty for this post.',
    invalid: 'Enter a URL that begins with https:// or http://, or leave it empty.',
  },
})

const maySettle = (viewer: Viewer): Verdict => (isStaff(viewer) ? allow : deny(viewer.kind === 'visitor' ? 'sign-in-first' : 'staff-only'))

export const setStaffDetail = detailMutation({
  ...{ name: 'posts.setStaffDetail', table: posts, details: staffDetails },
  may: maySettle,
  mayOf: canModeratePost,
})
