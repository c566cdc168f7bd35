import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { links } from '#shared/links.ts'
import { setMute } from '#shared/mutes/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { muteByName } from './forms.ts'
import { requireMember } from './triggers.ts'

export const mutesOnServer = defineServerDomain({
  forms: [formFor(setMute, { row: 'mutedId', to: (_args, form) => safeReturnTo(form.fields['from'], links.muted()) }), muteByName],
  triggers: [requireMember],
})
