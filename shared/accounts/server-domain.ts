import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as accountMutations from './mutations.ts'
import { pinPost } from './pin-mutations.ts'
import { attempts, credentials, emailTokens, karmaStats, sessions } from './schema.ts'
import * as signInMutations from './sign-in-mutations.ts'

export const accountsOnServer = defineDomain({
  tables: [karmaStats, credentials, sessions, emailTokens, attempts],
  mutations: [...mutationsIn(accountMutations), ...mutationsIn(signInMutations), pinPost],
})
