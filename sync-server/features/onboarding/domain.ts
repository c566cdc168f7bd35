import { defineTrigger } from '#server/sync/triggers.ts'
import { register } from '#shared/accounts/mutations.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { onboardingForms } from './forms.ts'

/**
 * Who has just signed up has not confirmed an address; accounts that the operator makes have, and
 * nobody agrees to the terms for them.
 */
const beginSteps = defineTrigger(register, async ({ tx, now }, { userId: id, isEmailVerified }) => {
  if (isEmailVerified || (await tx.get(onboardings, id)) !== undefined) return
  await tx.put(onboardings, { id, step: 'profile', startedAt: now, endedAt: null, termsAcceptedAt: now })
})

export const onboardingOnServer = defineServerDomain({ forms: [onboardingForms], triggers: [beginSteps] })
