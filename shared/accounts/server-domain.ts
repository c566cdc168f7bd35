import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as accountMutations from './mutations.ts'
import * as closureMutations from './closure-mutations.ts'
import { closures, erasedSessions } from './closure-schema.ts'
import * as emailChangeMutations from './email-change-mutations.ts'
import * as mailedSignInMutations from './mailed-sign-in-mutations.ts'
import { mailedSignIns } from './mailed-sign-in-schema.ts'
import { goToStep } from './onboarding-mutations.ts'
import { onboardings } from './onboarding-schema.ts'
import * as memberEditMutations from './member-edit-mutations.ts'
import { memberSlugs } from './member-edit-schema.ts'
import * as passkeyMutations from './passkey-mutations.ts'
import { passkeyChallenges, passkeys } from './passkey-schema.ts'
import { movePinnedPost, pinPost } from './pin-mutations.ts'
import * as secondFactorMutations from './second-factor-mutations.ts'
import { secondFactors, signInRules, startedSignIns } from './second-factor-schema.ts'
import * as providerMutations from './provider-mutations.ts'
import { linkedIdentities, providerSignIns } from './provider-schema.ts'
import { attempts, credentials, emailTokens, karmaStats, sessions } from './schema.ts'
import * as signInMutations from './sign-in-mutations.ts'

export const accountsOnServer = defineDomain({
  tables: [
    karmaStats,
    credentials,
    sessions,
    emailTokens,
    attempts,
    secondFactors,
    startedSignIns,
    signInRules,
    closures,
    erasedSessions,
    passkeys,
    passkeyChallenges,
    onboardings,
    mailedSignIns,
    linkedIdentities,
    providerSignIns,
    memberSlugs,
  ],
  mutations: [
    ...[...mutationsIn(accountMutations), ...mutationsIn(signInMutations), ...mutationsIn(secondFactorMutations)],
    ...[...mutationsIn(emailChangeMutations), ...mutationsIn(closureMutations), ...mutationsIn(passkeyMutations), movePinnedPost, pinPost],
    goToStep,
    ...[...mutationsIn(mailedSignInMutations), ...mutationsIn(providerMutations), ...mutationsIn(memberEditMutations)],
  ],
})
