/**
 * What the server answers when a member asks for all that is theirs (`/api/export/tables`, `rows`).
 */

export interface OwnDataTables {
  /** In the order in which they are asked for, each with the JSON Schema of its rows. */
  readonly tables: readonly { readonly name: string; readonly schema: unknown }[]
  readonly account: {
    readonly userName: string
    readonly email: string
    /** ms since 1970; `null`: not confirmed. */
    readonly emailVerifiedAt: number | null
    /** Pictures that were uploaded and are kept, by their addresses on this site. */
    readonly pictures: readonly string[]
  }
}

export interface OwnRowsPage {
  readonly rows: readonly { readonly id: string }[]
  /** Where the next page begins; `null`: that was all. */
  readonly next: number | null
}

/** A file of the archive. */
export interface DataFile {
  readonly name: string
  readonly text: string
}

/** By which an archive of everything is known. */
export const accountFile = 'data/account.json'
