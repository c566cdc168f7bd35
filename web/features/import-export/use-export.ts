import { useCallback, useEffect, useRef, useState } from 'react'
import type { Device } from '../../data/device/device-api.ts'
import { pictureFor, rowsFromServer, tablesFromServer, textFromDevice, textsFromServer } from './collect-texts.ts'
import { gather } from './gather.ts'
import { gatherData, type GatheredData } from './gather-data.ts'
import { refusedWords } from './words.ts'
import { askWorker, type Work } from './worker/ask-worker.ts'
import type { ExportFormat, WrittenFile } from './worker/messages.ts'

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly words: string; readonly done: number; readonly all: number }
  | {
      readonly kind: 'made'
      readonly file: WrittenFile
      readonly url: string
      readonly missing: readonly string[]
      readonly isCutShort: boolean
    }
  | { readonly kind: 'failed'; readonly words: string }

export interface ExportAsked {
  readonly device: Device
  readonly ids: readonly string[]
  readonly scope: 'chosen' | 'all'
  readonly format: ExportFormat
  readonly siteName: string
  readonly origin: string
}

/**
 * Gathers texts and pictures on the page, which alone reaches the device, and has the file written
 * by a worker.
 */
export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const turn = useRef(0)
  const work = useRef<Work | null>(null)
  const shown = useRef<string | null>(null)

  const letGo = useCallback((): void => {
    turn.current += 1
    work.current?.stop()
    work.current = null
    if (shown.current !== null) URL.revokeObjectURL(shown.current)
    shown.current = null
  }, [])

  const make = useCallback(
    async (asked: ExportAsked): Promise<void> => {
      letGo()
      const own = turn.current
      const isStopped = (): boolean => turn.current !== own
      const tell = (words: string, done: number, all: number): void => {
        if (!isStopped()) setState({ kind: 'working', words, done, all })
      }
      const { device, ids, scope, format, siteName, origin } = asked
      tell('Gathering texts', 0, ids.length)
      const { texts, missing, isCutShort } = await gather(ids, scope, {
        fromDevice: (id) => textFromDevice(device, id, origin),
        fromServer: textsFromServer,
        isStopped,
        onText: (done) => tell('Gathering texts', done, Math.max(done, ids.length)),
        wait,
      })
      if (isStopped()) return
      const isEverything = format === 'everything'
      const data = isEverything
        ? await gatherData({
            tables: tablesFromServer,
            rows: rowsFromServer,
            isStopped,
            onTable: (done, all) => tell('Gathering data', done, all),
            wait,
          })
        : null
      if (isStopped()) return
      if (isEverything && (data === null || isCutShort)) {
        return setState({ kind: 'failed', words: 'The server stopped answering, so the archive would be incomplete. Try again later.' })
      }
      if (texts.length === 0 && !isEverything) {
        const words = isCutShort
          ? 'None of it is on this device, and the server is unreachable.'
          : 'None of it is on this device or on the server.'
        return setState({ kind: 'failed', words })
      }
      tell('Writing the file', 0, texts.length)
      const file = await written(
        { ...asked, siteName, format },
        { texts, data },
        (count) => tell('Writing the file', count, texts.length),
        (own_) => {
          work.current = own_
        },
      )
      if (isStopped()) return
      if (typeof file === 'string') return setState({ kind: 'failed', words: file })
      const url = URL.createObjectURL(file.blob)
      shown.current = url
      setState({ kind: 'made', file, url, missing, isCutShort })
    },
    [letGo],
  )

  const stop = useCallback((): void => {
    letGo()
    setState({ kind: 'idle' })
  }, [letGo])
  useEffect(() => letGo, [letGo])
  return { state, make, stop, fail: (words: string) => setState({ kind: 'failed', words }) }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Gathered {
  readonly texts: Awaited<ReturnType<typeof gather>>['texts']
  readonly data: GatheredData | null
}

async function written(
  { format, siteName, origin }: Pick<ExportAsked, 'format' | 'siteName' | 'origin'>,
  { texts, data }: Gathered,
  onCount: (count: number) => void,
  onWork: (work: Work) => void,
): Promise<WrittenFile | string> {
  let file: WrittenFile | null = null
  const work = askWorker(
    { kind: 'write', format, texts, siteName, siteOrigin: origin, now: Date.now(), ...(data !== null && { data }) },
    {
      pictureOf: pictureFor,
      onMessage: (said) => {
        if (said.kind === 'written') onCount(said.count)
        if (said.kind === 'file') file = said.file
      },
    },
  )
  onWork(work)
  const how = await work.ended
  if (how === null && file !== null) return file
  return how === null || how === 'stopped' ? 'Stopped.' : refusedWords[how]
}
