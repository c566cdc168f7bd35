import * as z from 'zod/mini'
import { authorize } from '../kernel/errors.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { canGoThroughOnboarding } from './onboarding-rules.ts'
import { onboardings, onboardingSteps } from './onboarding-schema.ts'

/**
 * Says with which step the viewer goes on; `end`: they have finished, or want no line that leads
 * back. The step is named, and not "the next", so that one sent twice is one step. Once it has
 * ended it stays so, whichever step is looked at again.
 */
export const goToStep = defineMutation({
  name: 'onboarding.goTo',
  args: z.strictObject({ step: z.enum([...onboardingSteps, 'end']) }),
  async run({ tx, viewer, now }, { step }) {
    authorize(canGoThroughOnboarding(viewer))
    const { userId } = signedIn(viewer)
    const before = (await tx.get(onboardings, userId)) ?? { id: userId, step: 'profile', startedAt: now, endedAt: null }
    const next = step === 'end' ? { ...before, endedAt: before.endedAt ?? now } : { ...before, step }
    await tx.put(onboardings, next)
  },
})
