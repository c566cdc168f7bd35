import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { links } from '#shared/links.ts'
import { setSubscription } from '#shared/subscriptions/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { followOwnThreads, requireTarget } from './triggers.ts'

export const subscriptionsOnServer = defineServerDomain({
  forms: [formFor(setSubscription, { to: (_args, form) => safeReturnTo(form.fields['from'], links.manageSubscriptions()) })],
  triggers: [requireTarget, followOwnThreads],
})
