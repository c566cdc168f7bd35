import type { ServerRegistry } from '#server/sync/server-registry.ts'
import type { Config } from '#server/config.ts'
import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import { syncTables } from '#server/sync/device-tables.ts'
import { leaseOperations } from '#server/sync/leases.ts'
import { documentTables } from '#server/documents/tables.ts'
import { documentOperations } from '#server/documents/operations.ts'
import { recentMutations, recentMutationOperations } from '#server/http/recent-mutations.ts'
import { requireApiKey } from '#server/features/api/key-mutations.ts'
import { erasures, eraseOperations } from '#server/features/posts/erase-operations.ts'
import { marksOfWinners, votersOfReviews } from '#server/features/annual-review/migrations.ts'
import { approvedByPublishing } from '#server/features/moderation/migrations.ts'
import { eventsInCells, eventsInLists } from '#server/features/events/migrations.ts'
import { postsInGroups } from '#server/features/local-groups/migrations.ts'
import { editsOfMembers, linksToNames } from '#server/features/wiki/migrations.ts'
import { authorshipsOfPosts } from '#server/features/posts/migrations.ts'
import { postTriggers } from '#server/features/posts/triggers.ts'
import { scheduleTriggers } from '#server/features/posts/schedule-triggers.ts'
import { versionTriggers } from '#server/features/posts/version-triggers.ts'
import { pictureTriggers } from '#server/features/pictures/triggers.ts'
import { pictureOperations } from '#server/features/pictures/operations.ts'
import { reportOperations } from '#server/features/reports/operations.ts'
import { serverDomains } from '#server/features/domains.ts'
import { notifyKarma } from '#server/notify/karma.ts'
import { mailOperations } from '#server/notify/mail-operations.ts'
import { notifyTables } from '#server/notify/tables.ts'
import { notifyOperations } from '#server/notify/operations.ts'
import { accountTriggers } from '#server/features/accounts/triggers.ts'
import { glossaryTriggers } from '#server/features/glossary/triggers.ts'
import { readConfig } from '#server/config.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { mutations, tables } from '#shared/registry.ts'

type RegistryConfig = Pick<Config, 'rateLimitProfile' | 'siteName' | 'reviewNewMembers' | 'smtpUrl' | 'paymentsCurrency'>

const settingsOf = ({ smtpUrl, ...settings }: RegistryConfig): TriggerSettings => ({ ...settings, hasMail: smtpUrl !== null })

/**
 * What the writer knows of the product: every table and mutation, what follows from each, and who a
 * user is.
 */
export const serverRegistryOf = (config: RegistryConfig, settings: TriggerSettings = settingsOf(config)): ServerRegistry => ({
  tables: [...tables, ...syncTables, ...documentTables, ...notifyTables, erasures, recentMutations],
  operations: [
    ...leaseOperations,
    ...recentMutationOperations,
    ...eraseOperations,
    ...documentOperations,
    ...reportOperations,
    ...pictureOperations,
    ...notifyOperations,
    ...mailOperations,
    notifyKarma,
    ...serverDomains.flatMap((domain) => domain.operations),
  ],
  mutations,
  // Stores count them: a later one comes last, whichever domain it is of.
  migrations: [
    authorshipsOfPosts,
    ...serverDomains.flatMap((domain) => domain.migrations),
    approvedByPublishing,
    eventsInLists,
    votersOfReviews,
    editsOfMembers,
    linksToNames,
    postsInGroups,
    eventsInCells,
    marksOfWinners,
  ],
  triggers: [
    ...accountTriggers(settings),
    ...pictureTriggers,
    ...postTriggers(settings),
    ...versionTriggers,
    ...scheduleTriggers,
    ...glossaryTriggers,
    ...serverDomains.flatMap(({ triggers }) => triggers(settings)),
  ],
  viewerOf: viewerOfAccount,
  requireApiKey,
})

/**
 * As the operator has set it. Loaded by the writer's thread, which has the environment of the
 * process.
 */
export const serverRegistry: ServerRegistry = serverRegistryOf(readConfig(process.env))
