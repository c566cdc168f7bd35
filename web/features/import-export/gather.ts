import type { ExportedText } from '#shared/formats/exported-text.ts'
import type { ExportPage } from '#shared/formats/own-texts.ts'

export interface Gathered {
  readonly texts: readonly ExportedText[]
  /** Ids of chosen texts that neither this device nor the server gave. */
  readonly missing: readonly string[]
  /** The server could not be reached, though it was needed. */
  readonly isCutShort: boolean
}

interface GatherPorts {
  /** `null`: it is not on this device. */
  readonly fromDevice: (id: string) => Promise<ExportedText | null>
  /** A page, a wait, or nothing when the server refuses. @throws TypeError without a connection */
  readonly fromServer: (after: string | null) => Promise<ExportPage | { readonly retryAfterMs: number } | null>
  readonly isStopped: () => boolean
  readonly onText: (done: number) => void
  readonly wait: (ms: number) => Promise<void>
}

/**
 * The chosen texts: from this device, where its document is the newest there is, and what it does
 * not hold from the server, a page at a time. `'all'`: also those that this device has never heard
 * of. Told to wait, it goes on from where it was.
 */
export async function gather(chosen: readonly string[], scope: 'chosen' | 'all', ports: GatherPorts): Promise<Gathered> {
  const found = new Map<string, ExportedText>()
  for (const id of chosen) {
    if (ports.isStopped()) break
    const text = await ports.fromDevice(id)
    if (text !== null) found.set(id, text)
    ports.onText(found.size)
  }
  const missing = (): readonly string[] => chosen.filter((id) => !found.has(id))
  let isCutShort = false
  if (scope === 'all' || missing().length > 0) {
    try {
      isCutShort = !(await takePages(found, ports, () => scope === 'chosen' && missing().length === 0, new Set(chosen), scope))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      isCutShort = true
    }
  }
  const order = new Map(chosen.map((id, index) => [id, index]))
  const texts = [...found.values()].sort((a, b) => (order.get(a.id) ?? chosen.length) - (order.get(b.id) ?? chosen.length))
  return { texts, missing: missing(), isCutShort }
}

const maxWaits = 5

/**
 * @returns whether all that was asked for has been looked at; `false` where the server would not go
 *   on.
 */
async function takePages(
  found: Map<string, ExportedText>,
  ports: GatherPorts,
  isEnough: () => boolean,
  chosen: ReadonlySet<string>,
  scope: 'chosen' | 'all',
): Promise<boolean> {
  let after: string | null = null
  let waits = 0
  while (!ports.isStopped() && !isEnough()) {
    const page = await ports.fromServer(after)
    if (page === null) return false
    if ('retryAfterMs' in page) {
      waits += 1
      if (waits > maxWaits) return false
      await ports.wait(page.retryAfterMs)
      continue
    }
    for (const text of page.texts) {
      // What is on this device is at least as new.
      if (!found.has(text.id) && (scope === 'all' || chosen.has(text.id))) found.set(text.id, text)
    }
    ports.onText(found.size)
    if (page.next === null) return true
    after = page.next
  }
  return true
}
