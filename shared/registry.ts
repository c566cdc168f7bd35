import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import * as accountMutations from './accounts/mutations.ts'
import * as signInMutations from './accounts/sign-in-mutations.ts'
import { pinPost } from './accounts/pin-mutations.ts'
import { attempts, credentials, emailTokens, sessions, karmaStats } from './accounts/schema.ts'
import * as apiMutations from './api/mutations.ts'
import { apiCalls, apiKeys } from './api/schema.ts'
import { deviceMutations, deviceTables } from './device-registry.ts'
import { countViews } from './analytics/mutations.ts'
import { postDays } from './analytics/schema.ts'
import { boards, karmaDays } from './feed/board-schema.ts'
import { keepBoards } from './feed/board-mutations.ts'
import { createDialogue, joinDialogue } from './dialogues/mutations.ts'
import { adjustPeriod, rescore } from './feed/mutations.ts'
import { listings } from './feed/schema.ts'
import { noteFeed } from './feed/settings-mutations.ts'
import { feedTraces } from './feed/settings-schema.ts'
import { endEmails } from './notifications/mutations.ts'
import { saveDraft, setCommentsLocked, setCurated, setFrontpage, setOffLists, setPingbacks, setSticky } from './posts/mutations.ts'
import { joinByLink } from './posts/share-mutations.ts'
import { keepText, thinVersions } from './posts/version-mutations.ts'
import { barFromThread, letBackIn, setGuidelines } from './moderation/mutations.ts'
import { threadBans } from './moderation/schema.ts'
import { failSchedule } from './publishing/mutations.ts'
import { putBookSet, removeBookSet } from './books/mutations.ts'
import { bookSets } from './books/schema.ts'
import * as glossaryMutations from './glossary/mutations.ts'
import { glossaries, termVersions } from './glossary/schema.ts'
import { removePicture } from './pictures/mutations.ts'
import { setCommentPingbacks } from './comments/pingback-mutations.ts'
import { openTallies } from './polls/mutations.ts'
import { pictures } from './pictures/schema.ts'
import { resolvePrediction } from './predictions/mutations.ts'
import { decideTypo } from './reactions/typo-mutations.ts'
import { typoSuggestions } from './reactions/typo-schema.ts'
import * as reportMutations from './reports/mutations.ts'
import { errorDays, errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from './reports/schema.ts'
import * as collectionMutations from './sequences/collection-mutations.ts'
import { moderateSequence, setMainSequence } from './sequences/mutations.ts'
import { books, collections } from './sequences/schema.ts'
import * as spotlightMutations from './spotlights/mutations.ts'
import { spotlights } from './spotlights/schema.ts'
import { voteEvents, votePatterns } from './votes/schema.ts'
import * as pageDetailMutations from './wiki/detail-mutations.ts'
import { moveRels, settleRels } from './wiki/tag-vote-mutations.ts'
import * as pageStatusMutations from './wiki/page-status-mutations.ts'
import { provenances, tagFlags, tagSlugs } from './wiki/schema.ts'

/** Every table there is. */
export const tables: readonly Table[] = [
  ...deviceTables,
  ...[
    karmaStats,
    credentials,
    sessions,
    emailTokens,
    attempts,
    voteEvents,
    votePatterns,
    listings,
    threadBans,
    feedTraces,
    boards,
    karmaDays,
    postDays,
    typoSuggestions,
  ].map(anyTable),
  ...[errorGroups, errorEvents, errorDays, feedbackMessages, feedbackScreenshots, pictures, apiKeys, apiCalls].map(anyTable),
  ...[collections, books].map(anyTable),
  ...[termVersions, glossaries, spotlights, bookSets].map(anyTable),
  ...[tagSlugs, tagFlags, provenances].map(anyTable),
]

/** Every mutation there is. */
export const mutations: readonly Mutation<unknown>[] = [
  ...deviceMutations,
  ...[
    ...Object.values(accountMutations).filter(isMutation),
    ...Object.values(signInMutations).filter(isMutation),
    ...Object.values(reportMutations).filter(isMutation),
    ...Object.values(apiMutations).filter(isMutation),
    ...Object.values(collectionMutations).filter(isMutation),
    ...Object.values(glossaryMutations).filter(isMutation),
    ...Object.values(spotlightMutations).filter(isMutation),
    ...Object.values(pageDetailMutations).filter(isMutation),
    ...Object.values(pageStatusMutations).filter(isMutation),
    putBookSet,
    removeBookSet,
    moderateSequence,
    setMainSequence,
    removePicture,
    openTallies,
    resolvePrediction,
    decideTypo,
    saveDraft,
    keepText,
    thinVersions,
    failSchedule,
    setFrontpage,
    setCurated,
    setCommentsLocked,
    setSticky,
    setOffLists,
    setPingbacks,
    setCommentPingbacks,
    joinByLink,
    createDialogue,
    pinPost,
    joinDialogue,
    setGuidelines,
    barFromThread,
    letBackIn,
    rescore,
    noteFeed,
    keepBoards,
    countViews,
    adjustPeriod,
    endEmails,
    settleRels,
    moveRels,
  ].map(anyMutation),
]

function isMutation(value: unknown): value is Mutation<never> {
  return typeof value === 'object' && value !== null && 'run' in value && 'args' in value
}

// Tables and mutations of different rows and arguments stand in one list; each is only ever used
// with what its own schema parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

function anyMutation(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
