/**
 * Who may have a row, said once for a table: from it come the scope, the shape by which devices
 * follow it, and the read policy (`shared/policies-of.ts`).
 */
export interface Visibility<R> {
  /** `public`, `user:U`, `draft:P`, `mod`, or `server` for what never leaves the server. */
  scope(row: R): string
  /** `thread:P`, `me:U`; `null` for rows that devices do not follow. */
  shape(row: R): string | null
  /** Devices hold such rows. */
  readonly isOnDevices: boolean
  readonly readers: Readers<R>
}

/**
 * Who reads a row. `nobody`: it never leaves the server. `custom`: whom the domain's manifest says
 * (`readPolicy`).
 */
export type Readers<R> =
  | { readonly kind: 'everyone' | 'staff' | 'nobody' | 'custom' }
  | { readonly kind: 'owner'; readonly field: string; idOf(row: R): string }
  | { readonly kind: 'post'; idOf(row: R): string }

/** A row with an id in this field. */
type With<Field extends string> = { readonly [Name in Field]: string }

interface Followed {
  /** `false`: devices do not follow it, and have it in finished pages at most. */
  readonly isFollowed?: boolean
}

/** What its owner alone has, on all their devices. @param field holds the owner's id. */
export function own<Field extends string>(field: Field, { isFollowed = true }: Followed = {}): Visibility<With<Field>> {
  const idOf = (row: With<Field>): string => row[field]
  return {
    scope: (row) => `user:${idOf(row)}`,
    shape: (row) => (isFollowed ? `me:${idOf(row)}` : null),
    isOnDevices: isFollowed,
    readers: { kind: 'owner', field, idOf },
  }
}

/**
 * Everyone who may read the post reads it, and has it with the post's discussion. @param field
 * holds the post's id.
 */
export function likePost<Field extends string>(field: Field, { isFollowed = true }: Followed = {}): Visibility<With<Field>> {
  const idOf = (row: With<Field>): string => row[field]
  return {
    scope: () => 'public',
    shape: (row) => (isFollowed ? `thread:${idOf(row)}` : null),
    isOnDevices: isFollowed,
    readers: { kind: 'post', idOf },
  }
}

/** Says nothing that is not public: everybody reads it. Devices have it in finished pages. */
export const everyone: Visibility<unknown> = { scope: () => 'public', shape: () => null, isOnDevices: false, readers: { kind: 'everyone' } }

/** As `everyone`; devices have it with a post's discussion. @param field holds the post's id. */
export function everyoneUnder<Field extends string>(field: Field): Visibility<With<Field>> {
  return { ...everyone, shape: (row) => `thread:${row[field]}`, isOnDevices: true }
}

/** Moderators and administrators. */
export const staff: Visibility<unknown> = { scope: () => 'mod', shape: () => null, isOnDevices: false, readers: { kind: 'staff' } }

/** Credentials, limits and the like: no row ever leaves the server. */
export const serverOnly: Visibility<unknown> = { scope: () => 'server', shape: () => null, isOnDevices: false, readers: { kind: 'nobody' } }

/**
 * Anything else: where its rows belong. Who reads them is said by `readPolicy` in the domain's
 * manifest.
 */
export interface CustomVisibility<R> {
  readonly scope: (row: R) => string
  /** Left out: devices do not follow it. */
  readonly shape?: (row: R) => string | null
  /** Default: where they follow it. `true`: devices hold it all the same. */
  readonly isOnDevices?: boolean
}

export function wholeVisibility<R>(visibility: Visibility<R> | CustomVisibility<R>): Visibility<R> {
  if ('readers' in visibility) return visibility
  const { scope, shape = () => null, isOnDevices = visibility.shape !== undefined } = visibility
  return { scope, shape, isOnDevices, readers: { kind: 'custom' } }
}
