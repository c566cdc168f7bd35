import { formFor } from '#server/http/form-for.ts'
import { chooseGroup } from '#shared/experiments/mutations.ts'
import { links } from '#shared/links.ts'
import { defineServerDomain } from '../define-server-domain.ts'

export const experimentsOnServer = defineServerDomain({ forms: [formFor(chooseGroup, { to: () => links.abTestGroups() })] })
