import { formFor } from '#server/http/form-for.ts'
import { setContentCheck } from '#shared/content-checks/mutations.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { checkContent } from './effects.ts'

export const contentChecksOnServer = defineServerDomain({
  forms: [formFor(setContentCheck, { to: ({ check }) => `${moderationLinks.contentChecks()}#${check}` })],
  effects: [checkContent],
})
