import type { Wiring } from '#server/sync/wiring.ts'
import type { PaceProfile } from '#shared/moderation/pace.ts'
import { syncTables } from '#server/sync/device-tables.ts'
import { leaseWorks } from '#server/sync/leases.ts'
import { documentTables } from '#server/documents/tables.ts'
import { documentWorks } from '#server/documents/works.ts'
import { recentMutations, recentMutationWorks } from '#server/http/recent-mutations.ts'
import { insistKey } from '#server/features/api/key-mutations.ts'
import { commentDerivations } from '#server/features/comments/derive.ts'
import { dialogueDerivations } from '#server/features/dialogues/derive.ts'
import { feedDerivations } from '#server/features/feed/derive.ts'
import { erasures, eraseWorks } from '#server/features/posts/erase-works.ts'
import { authorshipsOfPosts } from '#server/features/posts/migrations.ts'
import { postDerivations } from '#server/features/posts/derive.ts'
import { scheduleDerivations } from '#server/features/posts/schedule-derive.ts'
import { versionDerivations } from '#server/features/posts/version-derive.ts'
import { remarkDerivations } from '#server/features/remarks/derive.ts'
import { pictureDerivations } from '#server/features/pictures/derive.ts'
import { pictureWorks } from '#server/features/pictures/works.ts'
import { reactionDerivations } from '#server/features/reactions/derive.ts'
import { typoDerivations } from '#server/features/reactions/typo-derive.ts'
import { reportWorks } from '#server/features/reports/works.ts'
import { endWaitingEmails, restartKarmaBatch } from '#server/features/notifications/derive.ts'
import { insistTarget } from '#server/features/subscriptions/derive.ts'
import { tellKarma } from '#server/notify/karma.ts'
import { mailWorks } from '#server/notify/mail-works.ts'
import { notifyTables } from '#server/notify/tables.ts'
import { notifyWorks } from '#server/notify/works.ts'
import { accountTriggers } from '#server/features/accounts/triggers.ts'
import { pollDerivations } from '#server/features/polls/derive.ts'
import { tallyVote } from '#server/features/votes/derive.ts'
import { wikiDerivations } from '#server/features/wiki/derive.ts'
import { relevanceDerivations } from '#server/features/wiki-relevance/derive.ts'
import { relsOfPosts } from '#server/features/wiki-relevance/migrations.ts'
import { glossaryDerivations } from '#server/features/glossary/derive.ts'
import { readConfig } from '#server/config.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { mutations, tables } from '#shared/registry.ts'

/** What the writer knows of the product: every table and mutation, what follows from each, and who a user is. */
export const wiringOf = ({ paceProfile, siteName }: { readonly paceProfile: PaceProfile; readonly siteName: string }): Wiring => ({
  tables: [...tables, ...syncTables, ...documentTables, ...notifyTables, erasures, recentMutations],
  works: [
    ...leaseWorks,
    ...recentMutationWorks,
    ...eraseWorks,
    ...documentWorks,
    ...reportWorks,
    ...pictureWorks,
    ...notifyWorks,
    ...mailWorks,
    tellKarma,
  ],
  mutations,
  migrations: [authorshipsOfPosts, relsOfPosts],
  derivations: [
    ...accountTriggers(siteName),
    ...pictureDerivations,
    ...postDerivations(paceProfile),
    ...versionDerivations,
    ...scheduleDerivations,
    ...commentDerivations(paceProfile),
    ...dialogueDerivations(paceProfile),
    tallyVote,
    ...pollDerivations,
    insistTarget,
    endWaitingEmails,
    restartKarmaBatch,
    ...reactionDerivations,
    ...typoDerivations,
    ...feedDerivations,
    ...remarkDerivations,
    ...glossaryDerivations,
    ...wikiDerivations,
    ...relevanceDerivations,
  ],
  viewerOf: viewerOfAccount,
  insistKey,
})

/** As the operator has set it. Loaded by the writer's thread, which has the environment of the process. */
export const wiring: Wiring = wiringOf(readConfig(process.env))
