import type { Table } from '#shared/kernel/table.ts'

export interface LocalVersion {
  readonly version: number
  /** Dexie's words: primary key first, then the indexes. `null` takes a store away. */
  readonly stores: Readonly<Record<string, string | null>>
  /**
   * Changes one record of a store from the version before; what is queued, refused and drafted is
   * never left behind.
   */
  readonly records?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>>
  /** Confirmed rows need no upgrade: they are dropped and fetched again. */
  readonly dropsRows?: true
}

/**
 * Every shape this database has had on a reader's device, oldest first. Append; never edit a
 * released entry. Stores of tables hold `{ id, row, by_…: key }`: the keys are made by `indexKey`
 * (local-keys.ts).
 */
export const localVersions: readonly LocalVersion[] = [
  {
    version: 1,
    stores: {
      posts: 'id, by_slug, by_authorId_status_createdAt, by_status_publishedAt, by_status_stickyPriority',
      revisions: 'id, by_subjectId_n',
      comments: 'id, by_postId_postedAt, by_authorId_postedAt, by_parentId_postedAt, by_postedAt',
      tallies: 'id, by_postId',
      pingbacks: 'id, by_toPostId, by_fromPostId',
      votes: 'id, by_targetId_axis, by_userId_at',
      bookmarks: 'id, by_userId_changedAt',
      read_marks: 'id, by_userId_readAt',
      members: 'id, by_slug, by_userNameKey, by_joinedAt, by_displayNameKey',
      membership: '[shape+kind+id], [kind+id]',
      shapes: 'id',
      queue: 'n, [state+n], key',
      refused: 'n',
      sent: 'n',
      meta: 'name',
      drafts: 'place',
    },
  },
  {
    // Finished pages came, and the bin for drafts.
    version: 2,
    stores: { answers: 'address', screens: 'address', pages: '[kind+address]' },
    records: { drafts: (draft) => ({ binnedAt: null, ...draft }) },
  },
  {
    // Drafts of posts came to the device.
    version: 3,
    stores: { writings: 'id, by_changedAt', authorships: 'id, by_userId_since' },
  },
  {
    // What is known of each document; its text lies in a database of its own.
    version: 4,
    stores: { docs: 'room' },
  },
  {
    // Members are told about the way they vote.
    version: 5,
    stores: { vote_warnings: 'id, by_warnedAt' },
  },
  {
    // What is said about drafts, and whom they are shared with.
    version: 6,
    stores: { remarks: 'id, by_postId_createdAt' },
  },
  {
    // Versions thin out with time, and drafts wait for their hour.
    version: 7,
    stores: { revisions: 'id, by_subjectId_n, by_thinAt', schedules: 'id, by_dueAt' },
  },
  {
    // Readers vote in the polls of a text.
    version: 8,
    stores: { poll_votes: 'id, by_userId_votedAt, by_postId_pollUid', poll_tallies: 'id, by_postId' },
  },
  {
    // Reactions, quick takes and dialogues, what is followed and told, what a list leaves out,
    // where one stopped reading and how one likes to read.
    version: 9,
    stores: {
      poll_tallies: 'id, by_postId, by_openAt',
      revisions: 'id, by_subjectId_n, by_thinAt, by_subjectId_version, by_subjectId_isDraft_n',
      comments:
        'id, by_postId_postedAt, by_authorId_postedAt, by_parentId_postedAt, by_postedAt, by_activeAt, by_authorId_isPinnedOnProfile_postedAt',
      dialogue_inputs: 'id, by_postId_changedAt',
      reading_places: 'id, by_userId_keptAt',
      reader_settings: 'id, by_changedAt',
      subscriptions: 'id, by_userId_changedAt, by_followed_userId',
      notifications: 'id, by_userId_at, by_userId_place_at, by_cause_userId, by_postId_cause, by_viewedAt',
      notice_settings: 'id, by_userId_changedAt',
      feed_settings: 'id, by_changedAt',
      hidden_items: 'id, by_userId_changedAt',
      reactions: 'id, by_targetId_part_value_at, by_targetId_reaction_value, by_userId_postId_targetId',
      reaction_tallies: 'id, by_postId, by_targetKind_reactedAt',
    },
    records: { revisions: withVersionKeys },
  },
  {
    // Quick takes of a stretch of time; what the votes on one's work came to.
    version: 10,
    stores: {
      karma_news: 'id, by_userId_at',
      predictions: 'id, by_postId_questionUid_percent',
      prediction_outcomes: 'id, by_postId',
      related_questions: 'id, by_parentId_at',
      comment_pingbacks: 'id, by_toPostId, by_commentId',
      comments:
        'id, by_postId_postedAt, by_authorId_postedAt, by_parentId_postedAt, by_postedAt, by_activeAt, by_authorId_isPinnedOnProfile_postedAt, by_isQuickTake_postedAt',
      sequences: 'id, by_authorId_createdAt, by_publishedAt, by_curatedOrder',
      chapters: 'id, by_sequenceId_number',
      sequence_posts: 'id, by_postId_addedAt, by_sequenceId_addedAt',
    },
    records: { comments: withTakeKeys },
  },
  {
    // The wiki and its tags, and the words that essays explain.
    version: 11,
    stores: {
      tags: 'id, by_state_createdAt, by_state_changedAt, by_state_likes, by_lensOf_state_lensOrder, by_parentTagId_order, by_coreTagId_order, by_isCore_order, by_slug, by_relsGoToId',
      tag_rels: 'id, by_postId, by_tagId_appliedAt',
      tag_votes: 'id, by_relId_hold, by_userId_postId, by_at',
      tag_changes: 'id, by_tagId_at, by_at',
      contributions: 'id, by_postId_n',
      glossary_terms: 'id, by_postId_createdAt',
    },
  },
  {
    // Co-authors are asked.
    version: 12,
    stores: { invitations: 'id, by_inviterId_at, by_postId_at' },
  },
  {
    // Members report what breaks the rules.
    version: 13,
    stores: {
      reports:
        'id, by_reporterId_createdAt, by_reporterId_targetId_state, by_state_createdAt, by_targetId_state_createdAt, by_memberId_state_createdAt',
    },
  },
  {
    // Members are muted.
    version: 14,
    stores: { mutes: 'id, by_userId_changedAt' },
  },
  {
    // Members write to each other.
    version: 15,
    stores: {
      conversations: 'id, by_participantsKey_createdAt, by_creatorId_createdAt',
      messages: 'id, by_conversationId_n',
      conversation_states: 'id, by_userId_isArchived_latestAt, by_userId_isUnread_isArchived',
      conversation_aliases: 'id, by_conversationId',
    },
  },
  {
    // What one member wrote is found, wherever it stands.
    version: 16,
    stores: {
      messages: 'id, by_conversationId_n, by_userId_at',
      revisions: 'id, by_subjectId_n, by_thinAt, by_subjectId_version, by_subjectId_isDraft_n, by_authorId_at',
    },
    records: { messages: withWriterKeys('userId'), revisions: withWriterKeys('authorId') },
  },
  {
    // Members vote in the annual review.
    version: 17,
    stores: { review_votes: 'id, by_userId_year_at, by_year_at', review_candidates: 'id, by_year_positiveCount' },
  },
  {
    // Events, and what one answers to them.
    version: 18,
    stores: {
      events: 'id, by_isListed_startAt, by_groupId_isListed_createdAt',
      rsvps: 'id, by_postId_answer_at, by_userId_at',
    },
  },
  {
    // Administrators set the dates of a review; its votes are walked by voter.
    version: 19,
    stores: { review_votes: 'id, by_userId_year_at, by_year_at, by_year_userId', review_plans: 'id, by_year' },
    records: { review_votes: withVoterKeys },
  },
  {
    // Members answer polls of a season.
    version: 20,
    stores: {
      seasonal_events: 'id, by_createdAt, by_kind_startAt, by_phase_startAt, by_phase_endAt',
      seasonal_answers: 'id, by_userId_at',
    },
  },
  {
    // Administrators set which search terms mean the same.
    version: 21,
    stores: { search_synonyms: 'id, by_changedAt' },
  },
  {
    // Events that recur name their series; none of before this does, so that no key is missing.
    version: 22,
    stores: { events: 'id, by_isListed_startAt, by_groupId_isListed_createdAt, by_seriesId_isListed_startAt' },
  },
  {
    // What is near is found by cells of the sphere; rows from before have none.
    version: 23,
    stores: {
      events:
        'id, by_isListed_startAt, by_cell_isListed_startAt, by_area_isListed_startAt, by_groupId_isListed_createdAt, by_seriesId_isListed_startAt',
    },
  },
  {
    // Events are walked from the first to the last, for the pictures that they show.
    version: 24,
    stores: {
      events:
        'id, by_createdAt, by_isListed_startAt, by_cell_isListed_startAt, by_area_isListed_startAt, by_groupId_isListed_createdAt, by_seriesId_isListed_startAt',
    },
    records: { events: withCreationKeys },
  },
]

/** Stores as they are after the last of these versions. */
export function storesAfter(versions: readonly LocalVersion[]): Readonly<Record<string, string>> {
  const all = Object.assign({}, ...versions.map(({ stores }) => stores)) as Readonly<Record<string, string | null>>
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Versions that are reached in one go: nothing on the way changes what is in the stores. */
export interface UpgradeStep extends LocalVersion {
  /** All versions before its own: whose stores `records` and `dropsRows` find. */
  readonly before: readonly LocalVersion[]
}

/**
 * What a database is opened with. Dexie reads the stores of all declared versions again with each
 * one more, at every page that a member opens: these are a quarter of all.
 */
export function upgradeSteps(versions: readonly LocalVersion[]): readonly UpgradeStep[] {
  const steps: UpgradeStep[] = []
  let stores: LocalVersion['stores'] = {}
  for (const [at, version] of versions.entries()) {
    stores = { ...stores, ...version.stores }
    if (version.records === undefined && version.dropsRows === undefined && at < versions.length - 1) continue
    steps.push({ ...version, stores, before: versions.slice(0, at) })
    stores = {}
  }
  return steps
}

/** What the stores of tables must be, from their declaration. */
export function declaredStores(tables: readonly Table[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tables.map((table) => [table.name, ['id', ...storedIndexes(table).map(indexName)].join(', ')]))
}

/** The declared indexes, and one for each unique key that none of them serves. */
export function storedIndexes(table: Table): readonly (readonly string[])[] {
  const isServed = (key: readonly string[]) => table.indexes.some((index) => key.every((field, at) => index[at] === field))
  return [...table.indexes, ...table.unique.filter((key) => !isServed(key))]
}

export function indexName(fields: readonly string[]): string {
  return `by_${fields.join('_')}`
}

/**
 * Keys of version 9 for revisions that are there already, in the form of local-keys.ts: numbers of
 * versions have no letters beyond ASCII.
 */
function withVersionKeys(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, row } = record
  if (typeof row !== 'object' || row === null || !('subjectId' in row && 'version' in row && 'isDraft' in row && 'n' in row)) return record
  const { subjectId, version, isDraft, n } = row
  return { ...record, by_subjectId_version: [subjectId, version, id], by_subjectId_isDraft_n: [subjectId, Number(isDraft), n, id] }
}

/**
 * Keys of version 10 for comments that are there already, in the form of local-keys.ts: what is no
 * quick take stands before all that are.
 */
function withTakeKeys(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, row } = record
  if (typeof row !== 'object' || row === null || !('postedAt' in row)) return record
  const isTake = 'isQuickTake' in row && row.isQuickTake === true
  return { ...record, by_isQuickTake_postedAt: [isTake ? 1 : Number.NEGATIVE_INFINITY, row.postedAt, id] }
}

/**
 * Keys of version 16 for what is there already, in the form of local-keys.ts: ids are letters and
 * digits.
 */
function withWriterKeys(writer: 'userId' | 'authorId'): (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> {
  return (record) => {
    const { id, row } = record
    if (typeof row !== 'object' || row === null || !('at' in row)) return record
    const writerId = Object.entries(row).find(([field]) => field === writer)?.[1] as unknown
    return { ...record, [`by_${writer}_at`]: [writerId, row.at, id] }
  }
}

/** Keys of version 24 for events that are there already, in the form of local-keys.ts. */
function withCreationKeys(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, row } = record
  if (typeof row !== 'object' || row === null || !('createdAt' in row)) return record
  return { ...record, by_createdAt: [row.createdAt, id] }
}

/** Keys of version 19 for votes that are there already, in the form of local-keys.ts. */
function withVoterKeys(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, row } = record
  if (typeof row !== 'object' || row === null || !('year' in row && 'userId' in row)) return record
  return { ...record, by_year_userId: [row.year, row.userId, id] }
}
