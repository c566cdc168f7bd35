import type { OwnDataTables, OwnRowsPage } from '#shared/formats/own-data.ts'
import * as z from 'zod/mini'
import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { OwnedTable } from '#server/features/owned-tables.ts'
import { credentials, karmaStats, members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { messages } from '#shared/messages/schema.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { ownedTables } from '#server/features/owned-tables.ts'

/** What a member has written where others read it too. */
const written: readonly OwnedTable[] = [
  { table: members, index: null },
  { table: karmaStats, index: null },
  { table: profilePictures, index: null },
  { table: posts, index: ['authorId', 'status', 'createdAt'] },
  { table: revisions, index: ['authorId', 'at'] },
  { table: comments, index: ['authorId', 'postedAt'] },
  { table: sequences, index: ['authorId', 'createdAt'] },
  { table: messages, index: ['userId', 'at'] },
]

/** All tables with rows of a member's own: a new one that says so comes by itself. */
export const ownTables: readonly OwnedTable[] = [...written, ...ownedTables]

/**
 * Pages overlap by so many: rows that change while they are asked for move in their index, and none
 * may fall between two pages. Who asks leaves out what they have.
 */
export const ownRowsLimits = { page: 500, overlap: 50 } as const

/** @param permitted shows what this member may see. */
export async function ownRows(
  read: Read,
  permitted: Read,
  { table, index }: OwnedTable,
  userId: string,
  offset: number,
): Promise<OwnRowsPage> {
  if (index === null) return { rows: await permitted.getMany(table, [userId]), next: null }
  const { page, overlap } = ownRowsLimits
  const query: Query<Row> = { table, index, equals: [userId], order: 'ascending', limit: page, offset }
  const found = await read.list(query)
  const rows = await permitted.getMany(
    table,
    found.map(({ id }) => id),
  )
  return { rows, next: found.length < page ? null : offset + page - overlap }
}

let described: OwnDataTables['tables'] | null = null

/** Each table with the JSON Schema of its rows; made once. */
export function describedTables(): OwnDataTables['tables'] {
  described ??= ownTables.map(({ table }) => ({ name: table.name, schema: z.toJSONSchema(table.row, { unrepresentable: 'any' }) }))
  return described
}

const mostPictures = 10_000

/** What the account knows of its member, beside secrets. */
export async function accountFacts(read: Read, userId: string): Promise<OwnDataTables['account']> {
  const query = defineQuery({ table: pictures, index: ['ownerId', 'at'], equals: [userId], order: 'ascending', limit: mostPictures })
  const [member, credential, uploaded] = await Promise.all([read.get(members, userId), read.get(credentials, userId), read.list(query)])
  return {
    userName: member?.userName ?? '',
    email: credential?.email ?? '',
    emailVerifiedAt: credential?.emailVerifiedAt ?? null,
    pictures: uploaded.filter(({ state }) => state === 'kept').map(({ id }) => links.picture(id)),
  }
}
