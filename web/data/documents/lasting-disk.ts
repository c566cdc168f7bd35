/**
 * A document's disk that comes back: when it fails (no room, taken away, silent) the text goes on
 * in memory, room is made, and it is opened again, soon at first and then now and then; an opening
 * writes the whole document. A database that somebody wants to delete is let go for good.
 */
import type { Doc } from 'yjs'
import { DeviceTrouble } from '../device/port.ts'
import { Alarms } from '../sync/alarms.ts'
import type { Disk } from './disk.ts'
import { openDisk } from './disk.ts'
import type { DocumentPorts } from './document-ports.ts'

export interface LastingDisk {
  /** Something is kept at present. */
  readonly isHere: boolean
  /** Resolves when what is on disk is in the document, or cannot be had. */
  start(): Promise<void>
  /** @returns whether everything in the document by now is on disk. */
  settle(): Promise<boolean>
  close(): Promise<void>
}

interface LastingDiskOptions {
  readonly name: string
  readonly doc: Doc
  readonly ports: Pick<DocumentPorts, 'rows' | 'timers' | 'canKeep' | 'report'>
  /** It failed, or is back. */
  readonly onChange: () => void
  /** Signed out or given up, perhaps in another tab. */
  readonly onWiped: () => void
  /**
   * While it was away, the database has become another copy's: an opening would write this one into
   * it.
   */
  readonly isVoid: () => Promise<boolean>
}

const pausesMs = [0, 1_000, 5_000] as const
const longPauseMs = 30_000

export function lastingDisk({ name, doc, ports, onChange, onWiped, isVoid }: LastingDiskOptions): LastingDisk {
  const alarms = new Alarms<'again'>(ports.timers)
  let disk: Disk | null = null
  let isClosed = false
  let tries = 0

  async function open(): Promise<void> {
    if (isClosed || disk !== null) return
    if (tries > 0 && (await isVoid())) return onWiped()
    try {
      const opened = await openDisk({ name, doc, onTrouble })
      if (isClosed) return void (await opened.close())
      disk = opened
    } catch (error) {
      if (!(error instanceof DeviceTrouble)) throw error
      return onTrouble(error)
    }
    onChange()
  }

  function onTrouble(trouble: DeviceTrouble): void {
    disk = null
    if (isClosed) return
    onChange()
    if (trouble.kind === 'closed') return onWiped()
    ports.report(trouble)
    again(trouble).catch(ports.report)
  }

  async function again({ kind }: DeviceTrouble): Promise<void> {
    const pause = pausesMs[tries] ?? longPauseMs
    tries += 1
    if (kind === 'full') await ports.rows.makeRoom().catch(() => false)
    if (!isClosed) alarms.set('again', pause, () => void open().catch(ports.report))
  }

  return {
    get isHere() {
      return disk !== null
    },
    async start() {
      if (ports.canKeep) await open()
    },
    async settle() {
      const here = disk
      if (here === null) return false
      try {
        await here.settle()
        tries = 0
        return true
      } catch (error) {
        if (!(error instanceof DeviceTrouble)) throw error
        return false // it has told by itself
      }
    },
    async close() {
      isClosed = true
      alarms.clear()
      await disk?.close()
      disk = null
    },
  }
}
