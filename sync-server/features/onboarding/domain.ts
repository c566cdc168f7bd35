import { defineTrigger } from '#server/sync/triggers.ts'
import { register } from '#shared/accounts/mutations.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import { registerByProvider } from '#shared/accounts/provider-mutations.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { onboardingForms } from './forms.ts'

async function beginSteps(tx: Transaction, id: string, now: number): Promise<void> {
  if ((await tx.get(onboardings, id)) !== undefined) return
  await tx.put(onboardings, { id, step: 'profile', startedAt: now, endedAt: null, termsAcceptedAt: now })
}

const begins = [
  // Who has just signed up has not confirmed an address; accounts that the operator makes have, and
  // nobody agrees to the terms for them.
  defineTrigger(register, async ({ tx, now }, { userId, isEmailVerified }) => {
    if (!isEmailVerified) await beginSteps(tx, userId, now)
  }),
  defineTrigger(registerByProvider, ({ tx, now }, { userId }) => beginSteps(tx, userId, now)),
]

export const onboardingOnServer = defineServerDomain({ forms: [onboardingForms], triggers: begins })
