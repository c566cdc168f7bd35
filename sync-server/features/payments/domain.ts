import { formFor } from '#server/http/form-for.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { recordPayment, setPaymentStatus } from '#shared/payments/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'

export const paymentsOnServer = defineServerDomain({
  forms: [formFor(setPaymentStatus, { to: ({ status }) => links.paymentsAdmin({ state: status }) })],
  triggers: ({ paymentsCurrency }) => [
    defineTrigger(recordPayment, async (_context, { currency }) => {
      if (currency !== paymentsCurrency) throw new AppError('invalid', { field: 'currency' })
    }),
  ],
})
