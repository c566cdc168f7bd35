import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import { movePinnedPost } from '#shared/accounts/pin-mutations.ts'
import { links } from '#shared/links.ts'
import { formFor } from '#server/http/form-for.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { beginErasure, eraseMoreOfAccount, forgetSessionsBefore } from './erase.ts'
import { eraseAccounts, forgetErasedSessions } from './erase-job.ts'

/** Other forms and mails of accounts are put together in `features.ts`: they handle secrets. */
export const accountsOnServerSide = defineServerDomain({
  forms: [formFor(movePinnedPost, { row: 'postId', to: () => links.account('profile') })],
  operations: [beginErasure, eraseMoreOfAccount, forgetSessionsBefore],
  jobs: [
    { name: 'accounts to be erased', everyMs: hourMs, run: eraseAccounts },
    { name: 'sessions of erased accounts', everyMs: dayMs, run: forgetErasedSessions },
  ],
})
