import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { setSynonyms } from '#shared/search/synonym-mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'

export const searchOnServer = defineServerDomain({ forms: [formFor(setSynonyms, { to: () => links.synonyms() })] })
