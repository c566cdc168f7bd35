/**
 * Every table in which a text can name a picture, and how its rows are walked and read. A table
 * that is to hold texts has a line in its domain’s manifest, or here.
 */
import type { Row, Table } from '#shared/kernel/table.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { dialogueInputs } from '#shared/dialogues/schema.ts'
import { glossaryTerms, termVersions } from '#shared/glossary/schema.ts'
import { posts, revisions, writings } from '#shared/posts/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { books, chapters, collections, sequences } from '#shared/sequences/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { LogRow, Snapshot } from '#server/documents/tables.ts'
import { serverDomains } from '../domains.ts'
import { documentLog, documentSnapshots } from '#server/documents/tables.ts'

export interface TextPlace {
  readonly table: Table
  /** Its first field is never null, so that every row stands in it. */
  readonly index: readonly string[]
  /** A document's row may have megabytes. */
  readonly atOnce: number
  /** What may hold addresses: the row as JSON, or the bytes of a document, one letter each. */
  readonly textsOf: (row: Row, inflate: Inflate) => Promise<readonly string[]>
}

type Inflate = (packed: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const maxInflated = 64_000_000
const asJson = async (row: Row): Promise<readonly string[]> => [JSON.stringify(row)]

export const textPlaces: readonly TextPlace[] = [
  place(revisions, ['subjectId', 'n'], 100, asJson),
  place(posts, ['authorId', 'status', 'createdAt'], 200, asJson),
  place(writings, ['changedAt'], 500, asJson),
  place(comments, ['postedAt'], 200, asJson),
  place(inlineComments, ['postId', 'createdAt'], 200, asJson),
  place(dialogueInputs, ['postId', 'changedAt'], 200, asJson),
  place(members, ['joinedAt'], 500, asJson),
  place(sequences, ['authorId', 'createdAt'], 200, asJson),
  place(chapters, ['sequenceId', 'number'], 200, asJson),
  place(collections, ['createdAt'], 200, asJson),
  place(books, ['collectionId', 'number'], 200, asJson),
  place(glossaryTerms, ['postId', 'createdAt'], 200, asJson),
  place(termVersions, ['termId', 'n'], 200, asJson),
  place(tags, ['state', 'createdAt'], 200, asJson),
  ...serverDomains.flatMap(({ texts }) => texts.map(({ table, index }) => place(table, index, 200, asJson))),
  // Yjs writes an attribute as one piece, in both of its encodings. What was taken out of a text
  // stays named until its log is made short.
  place(documentLog, ['documentId', 'seq'], 100, async ({ bytes }: LogRow) => [letters(Buffer.from(bytes, 'base64'))]),
  place(documentSnapshots, ['documentId', 'upto'], 4, async ({ bytes }: Snapshot, inflate) => [
    letters(await inflate(Buffer.from(bytes, 'base64'), { maxOutputLength: maxInflated })),
  ]),
]

const letters = (bytes: Buffer): string => bytes.toString('latin1')

function place<R extends Row>(
  table: Table<R>,
  index: readonly string[],
  atOnce: number,
  textsOf: (row: R, inflate: Inflate) => Promise<readonly string[]>,
): TextPlace {
  // Tables of different rows stand in one list; each row is read as its own table's.
  return { table: table as unknown as Table, index, atOnce, textsOf: textsOf as unknown as TextPlace['textsOf'] }
}
