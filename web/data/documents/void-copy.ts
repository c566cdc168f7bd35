/**
 * What stands on this device of a document whose copy in a tab is void, and what is to be done
 * about it.
 */
import * as Y from 'yjs'
import { isUnsent } from '../device/is-unsent.ts'
import { covers, decodeClocks } from './bytes.ts'
import { deleteFile, documentFile, readFile } from './document-files.ts'
import type { DocumentPorts } from './document-ports.ts'
import { textOf } from './text-of.ts'

interface VoidOptions {
  readonly room: string
  /** Of the tab's copy. */
  readonly epoch: number
  /** The browser has told that its database is being deleted. */
  readonly isWiped: boolean
  readonly doc: Y.Doc
}

/**
 * `mine`: to be taken off. `gone`: another tab has done it, and may hold a new one. `wiped`: by a
 * sign-out, or by the browser.
 */
export type VoidCopy = {
  /** Its text as a draft of its own; `null`: that could not be made. */
  fork(): Promise<string | null>
} & (
  | { readonly kind: 'mine'; /** Some tab has noted something as unsent. */ readonly isUnsent: boolean; remove(): Promise<void> }
  | { readonly kind: 'gone' | 'wiped' }
)

/**
 * To be called by one tab at a time. @throws DeviceTrouble when the device's records cannot be read
 */
export async function voidCopy(ports: DocumentPorts, { room, epoch, isWiped, doc }: VoidOptions): Promise<VoidCopy> {
  const { account, rows, report } = ports
  const name = documentFile(account, room)
  const whole = new Y.Doc()
  Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc))
  const fork = (): Promise<string | null> =>
    ports.makeFork(room, textOf(whole)).catch((error: unknown) => {
      report(error)
      return null
    })
  const row = await rows.get(room)
  if (row === undefined || row.epoch !== epoch) return { kind: 'gone', fork }
  if (isWiped) return { kind: 'wiped', fork }

  /**
   * What other tabs have written, or had before they ended. @returns whether that is more than is
   * here
   */
  async function readMore(): Promise<boolean> {
    const before = Y.encodeStateVector(whole)
    const parts = await readFile(name).catch((error: unknown) => {
      report(error)
      return []
    })
    for (const part of parts) Y.applyUpdate(whole, part)
    return !covers(decodeClocks(before), decodeClocks(Y.encodeStateVector(whole)))
  }

  return {
    kind: 'mine',
    isUnsent: isUnsent(row),
    async fork() {
      await readMore()
      const made = await fork()
      // Written while it was made: rather two drafts than a word in none.
      return made !== null && (await readMore()) ? ((await fork()) ?? made) : made
    },
    async remove() {
      await rows.change(room, () => null)
      await deleteFile(name).catch(report)
      // All tabs have let go of it by now: none writes a row of this copy any more.
      await rows.change(room, (late) => (late?.epoch === epoch ? null : undefined))
    },
  }
}
