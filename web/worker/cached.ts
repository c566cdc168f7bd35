/**
 * What the worker reads of the device's databases, with plain IndexedDB: which account is here, and
 * the document kept for an address. Read only; it makes no database and waits for none: whatever is
 * missing, busy or in another form is "nothing kept".
 */
import { readFrom } from './read-from.ts'

export interface StoredDocument {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly build: string
  /** ms since 1970. */
  readonly at: number
  /** Kept by the app for pages that begin with it: it shows what is newer once the page stands. */
  readonly isRefreshed?: boolean
}

/** User id of the member whose device this is; `null`: nobody's, or it cannot be read. */
export async function localAccount(): Promise<string | null> {
  const current = await readFrom('lyceum', 'current', 'account').catch(() => undefined)
  return hasText(current, 'account') ? current.account : null
}

/**
 * `undefined` when nothing is kept, or nothing can be read. A browser that has just begun may need
 * a second or two for it.
 */
export async function cachedDocument(address: string): Promise<StoredDocument | undefined> {
  return find(address).catch(() => undefined)
}

async function find(address: string): Promise<StoredDocument | undefined> {
  const current = await readFrom('lyceum', 'current', 'account')
  if (!hasText(current, 'database')) return undefined
  const record = await readFrom(current.database, 'screens', address)
  if (!hasText(record, 'html') || !hasText(record, 'build') || !('headers' in record) || !('at' in record)) return undefined
  const { html, build, headers, at } = record
  if (typeof headers !== 'object' || headers === null || typeof at !== 'number') return undefined
  const pairs = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return {
    html,
    build,
    headers: Object.fromEntries(pairs),
    at,
    isRefreshed: hasText(current, 'account') || !html.includes(' data-light="'),
  }
}

function hasText<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  return typeof value === 'object' && value !== null && name in value && typeof (value as Record<Name, unknown>)[name] === 'string'
}
