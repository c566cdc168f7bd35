import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import * as accountMutations from './accounts/mutations.ts'
import * as signInMutations from './accounts/sign-in-mutations.ts'
import { attempts, credentials, emailTokens, sessions, standings } from './accounts/schema.ts'
import { deviceMutations, deviceTables } from './device-registry.ts'
import { adjustPeriod, rescore } from './feed/mutations.ts'
import { listings } from './feed/schema.ts'
import { keepText, saveDraft, setCommentsLocked, setCurated, setFrontpage, setPingbacks, setSticky } from './posts/mutations.ts'
import * as reportMutations from './reports/mutations.ts'
import { errorDays, errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from './reports/schema.ts'
import { voteEvents, votePatterns } from './votes/schema.ts'

/** Every table there is. */
export const tables: readonly Table[] = [
  ...deviceTables,
  ...[standings, credentials, sessions, emailTokens, attempts, voteEvents, votePatterns, listings].map(anyTable),
  ...[errorGroups, errorEvents, errorDays, feedbackMessages, feedbackScreenshots].map(anyTable),
]

/** Every mutation there is. */
export const mutations: readonly Mutation<unknown>[] = [
  ...deviceMutations,
  ...[
    ...Object.values(accountMutations).filter(isMutation),
    ...Object.values(signInMutations).filter(isMutation),
    ...Object.values(reportMutations).filter(isMutation),
    saveDraft,
    keepText,
    setFrontpage,
    setCurated,
    setCommentsLocked,
    setSticky,
    setPingbacks,
    rescore,
    adjustPeriod,
  ].map(anyMutation),
]

function isMutation(value: unknown): value is Mutation<never> {
  return typeof value === 'object' && value !== null && 'run' in value && 'args' in value
}

// Tables and mutations of different rows and arguments stand in one list; each is only ever used with what its own schema parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

function anyMutation(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
