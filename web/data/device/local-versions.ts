import type { Table } from '#shared/kernel/table.ts'

export interface LocalVersion {
  readonly version: number
  /** Dexie's words: primary key first, then the indexes. `null` takes a store away. */
  readonly stores: Readonly<Record<string, string | null>>
  /** Changes one record of a store from the version before; what is queued, refused and drafted is never left behind. */
  readonly records?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>>
  /** Confirmed rows need no upgrade: they are dropped and fetched again. */
  readonly dropsRows?: true
}

/**
 * Every shape this database has had on a reader's device, oldest first. Append; never edit a released entry.
 * Stores of tables hold `{ id, row, by_…: key }`: the keys are made by `indexKey` (local-keys.ts).
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
]

/** Stores as they are after the last of these versions. */
export function storesAfter(versions: readonly LocalVersion[]): Readonly<Record<string, string>> {
  const all = Object.assign({}, ...versions.map(({ stores }) => stores)) as Readonly<Record<string, string | null>>
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
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
