import { defineServerDomain } from '../define-server-domain.ts'
import { keepRels } from './effects.ts'
import { tagVoteForms } from './forms.ts'
import { relsOfPosts } from './migrations.ts'
import { tagVoteTriggers } from './triggers.ts'

export const tagVotesOnServer = defineServerDomain({
  forms: [tagVoteForms],
  triggers: tagVoteTriggers,
  effects: [keepRels],
  migrations: [relsOfPosts],
})
