/**
 * Notices when what was written here without a connection comes together with what others wrote
 * meanwhile. It keeps, as bytes, what the document was when both sides last had the same, and apart
 * from each other what was typed here since and what came since; from these the sides are built
 * once, when all of it is stored again. A key pressed costs nothing more than a reference. While
 * something is unsent, what both had is on disk too, for a page that is opened again without a
 * connection. What came together while no page was open is told of no more.
 */
import { applyUpdate, Doc as YDoc, encodeStateAsUpdate, mergeUpdates } from 'yjs'
import type { Doc } from '#shared/text/schema.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { textOf } from '../../../data/documents/text-of.ts'
import type { Clash } from './clashes.ts'
import { clashesOf } from './clashes.ts'

export interface Merge {
  readonly clashes: readonly Clash[]
  readonly mine: Doc
  readonly theirs: Doc
}

type Watched = Pick<OpenDocument, 'doc' | 'status' | 'link' | 'isFromServer'>

/** Where what both sides had outlives the page. */
export interface Base {
  load(): Promise<Uint8Array | null>
  save(bytes: Uint8Array): Promise<void>
  drop(): Promise<void>
}

/** Then they are made one. */
const maxUpdates = 300

export function watchMerges(
  { doc, status, link, isFromServer }: Watched,
  base: Base,
  onMerge: (merge: Merge) => void,
  report = reportError,
): () => void {
  /** All that both sides have; `null`: not known yet. */
  let common: Uint8Array[] | null = null
  let mine: Uint8Array[] = []
  let theirs: Uint8Array[] = []
  /** Something was typed while nobody could hear of it. */
  let isApart = false
  let isStopped = false
  let isLoading = false
  /** One after the other: a base is never dropped before it was saved. */
  let disk: Promise<unknown> = Promise.resolve()
  const onDisk = (work: () => Promise<unknown>): void => {
    disk = disk.then(work).catch(report)
  }

  // A line that is dead looks alive for half a minute; the browser knows sooner.
  const isLinked = (): boolean => navigator.onLine !== false && (link.get() === 'on' || link.get() === 'post')

  function onUpdate(update: Uint8Array, _origin: unknown, _doc: unknown, { local }: { readonly local: boolean }): void {
    // A line brings words before the browser says that it is back. What else comes without a
    // connection comes from another tab of this device: as unsent as one's own.
    if (isFromServer() || (!local && isLinked())) return void theirs.push(update)
    mine.push(update)
    onLink()
  }

  function onLink(): void {
    if (isApart || isLinked() || mine.length === 0) return
    isApart = true
    if (common === null) return
    const bytes = mergeUpdates(common)
    onDisk(() => base.save(bytes))
  }

  function onStatus(): void {
    if (status.get() !== 'saved' || isStopped) return
    if (isLoading) return
    if (common === null) common = [encodeStateAsUpdate(doc)]
    else if (isApart && theirs.length > 0) tell(common)
    common.push(...theirs, ...mine)
    if (common.length > maxUpdates) common = [mergeUpdates(common)]
    mine = []
    theirs = []
    if (isApart) onDisk(() => base.drop())
    isApart = false
  }

  /** Something was unsent when the page was opened: what it came from may be on disk. */
  async function begin(): Promise<void> {
    if (status.get() === 'saved') return
    isLoading = true
    mine = [encodeStateAsUpdate(doc)]
    isApart = true
    try {
      const bytes = await base.load()
      if (bytes !== null) common = [bytes]
    } finally {
      isLoading = false
      onStatus()
    }
  }

  function tell(before: readonly Uint8Array[]): void {
    const sides = { base: textIn(before), mine: textIn([...before, ...mine]), theirs: textIn([...before, ...theirs]), merged: textOf(doc) }
    const clashes = clashesOf(sides)
    if (clashes.length > 0) onMerge({ clashes, mine: sides.mine, theirs: sides.theirs })
  }

  doc.on('update', onUpdate)
  const leaves = [status.subscribe(onStatus), link.subscribe(onLink)]
  begin().catch(report)
  onStatus()
  return () => {
    isStopped = true
    doc.off('update', onUpdate)
    for (const leave of leaves) leave()
  }
}

function textIn(updates: readonly Uint8Array[]): Doc {
  const doc = new YDoc()
  for (const update of updates) applyUpdate(doc, update)
  const text = textOf(doc)
  doc.destroy()
  return text
}
