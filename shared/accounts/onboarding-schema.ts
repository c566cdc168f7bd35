import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/** What a newcomer goes through after signing up, in this order. */
export const onboardingSteps = ['profile', 'follow', 'notify'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/**
 * How far a member has come through their first steps; id = member id. Made at sign-up, so that
 * another device goes on where this one stopped. Members from before there was this have no row:
 * nothing leads them back. Its owner's alone.
 */
export const Onboarding = z.object({
  id: Id,
  /** The one to go on with. */
  step: z.enum(onboardingSteps),
  startedAt: Time,
  /** When its owner finished or dismissed it; `null`: a line leads back to it. */
  endedAt: z.nullable(Time),
  /** The terms of use and the norms are agreed to by signing up; absent: before they were noted. */
  termsAcceptedAt: z.optional(Time),
})
export type Onboarding = z.infer<typeof Onboarding>

export const onboardings = defineTable({
  name: 'onboardings',
  row: Onboarding,
  indexes: [['startedAt']],
  visibility: own('id', { isFollowed: false }),
})

/** How many of each are suggested to be followed. */
export const suggestedCount = { tags: 8, members: 6 } as const
