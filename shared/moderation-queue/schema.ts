import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { staff } from '../kernel/visibility.ts'
import { dayMs } from '../kernel/durations.ts'

export const queueLimits = {
  templates: 500,
  templateName: 80,
  templateText: 10_000,
  /** Of an order, either way. */
  order: 10_000,
  /** How long a moderator has a member to themselves, unless they say it again. */
  claimMs: 3 * 60_000,
  /** Members on a page of the queue. */
  page: 25,
  /** Posts among which those for the front page are looked for, and how old they may be. */
  sorted: 100,
  sortedWithinMs: 14 * dayMs,
  /** Undo is offered this long, and nothing is sent before. */
  undoMs: 15_000,
  /** How many more posts and comments a snooze lasts for, unless said otherwise. */
  snoozeFor: 10,
} as const

export const templateKinds = ['messages', 'comments', 'rejections'] as const
export const TemplateKind = z.enum(templateKinds)
export type TemplateKind = z.infer<typeof TemplateKind>

/** Text that moderators send again and again. A deleted one can be restored. */
export const ModerationTemplate = z.object({
  id: Id,
  kind: TemplateKind,
  name: z.string(),
  /** What it is listed under within its kind. */
  groupLabel: z.string(),
  /** Plain text with placeholders (`template-text.ts`). */
  contents: z.string(),
  /** Lower comes first. */
  order: z.number(),
  isDeleted: z.boolean(),
  createdAt: Time,
})
export type ModerationTemplate = z.infer<typeof ModerationTemplate>

export const moderationTemplates = defineTable({
  name: 'moderation_templates',
  row: ModerationTemplate,
  indexes: [
    ['isDeleted', 'order'],
    ['kind', 'isDeleted', 'order'],
  ],
  visibility: staff,
})

/** In the order of the form. */
export const templateDetails = defineDetails(moderationTemplates, {
  name: { value: line(1, queueLimits.templateName), label: 'Name', isRequired: true, maxLength: queueLimits.templateName },
  kind: { value: TemplateKind, label: 'Used for' },
  groupLabel: { value: line(0, queueLimits.templateName), label: 'Label', maxLength: queueLimits.templateName },
  order: { value: z.int().check(z.minimum(-queueLimits.order), z.maximum(queueLimits.order)), label: 'Order' },
  contents: {
    ...{ value: prose(queueLimits.templateText).check(z.minLength(1)), label: 'Text', rows: 8 },
    ...{ isRequired: true, maxLength: queueLimits.templateText },
  },
})

/**
 * A moderator has a member of the queue open; id: the member's. Over at its end, so that nobody has
 * to wait for somebody who went away.
 */
export const ReviewClaim = z.object({
  id: Id,
  byId: Id,
  at: Time,
  endsAt: Time,
})
export type ReviewClaim = z.infer<typeof ReviewClaim>

export const reviewClaims = defineTable({
  name: 'review_claims',
  row: ReviewClaim,
  indexes: [['endsAt']],
  visibility: staff,
})
