import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportPlan } from '#shared/formats/archive-plan.ts'
import { largestFile } from '#shared/formats/limits.ts'
import { refusedWords } from './words.ts'
import { askWorker, type Work } from './worker/ask-worker.ts'
import type { ReadText } from './worker/messages.ts'

/** What has become of a file that was chosen, or of a part of one. */
export type ImportItem =
  | { readonly key: string; readonly kind: 'text'; readonly text: ReadText; readonly isChosen: boolean }
  | { readonly key: string; readonly kind: 'refused'; readonly from: string; readonly words: string }

export interface ImportState {
  readonly items: readonly ImportItem[]
  /** The file that is being read, and how many wait after it; `null`: none. */
  readonly reading: { readonly name: string; readonly waiting: number } | null
}

export interface ChosenFile {
  readonly name: string
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>
  readonly size: number
}

const stoppedWords = 'You stopped it.'

/**
 * Reads files one after another, each in a worker of its own. One that is bad, or stopped, does not
 * stop the others.
 */
export function useImport(siteOrigin: string, userId: string | null) {
  const [items, setItems] = useState<readonly ImportItem[]>([])
  const [archive, setArchive] = useState<ImportPlan | null>(null)
  const [reading, setReading] = useState<ImportState['reading']>(null)
  const queue = useRef<ChosenFile[]>([])
  const work = useRef<Work | null>(null)
  /** How often all was stopped: a file whose bytes only come after that is not read any more. */
  const stops = useRef(0)
  const isRunning = useRef(false)
  const count = useRef(0)

  const add = useCallback((item: { kind: 'text'; text: ReadText } | { kind: 'refused'; from: string; words: string }): void => {
    count.current += 1
    const key = String(count.current)
    setItems((before) => [...before, item.kind === 'text' ? { ...item, key, isChosen: !item.text.isOfArchive } : { ...item, key }])
  }, [])

  const readNext = useCallback(async (): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      for (let file = queue.current.shift(); file !== undefined; file = queue.current.shift()) {
        setReading({ name: file.name, waiting: queue.current.length })
        const { name } = file
        if (file.size > largestFile) {
          add({ kind: 'refused', from: name, words: refusedWords['too-large'] })
          continue
        }
        const before = stops.current
        const bytes = await file.bytes().catch(() => null)
        if (stops.current !== before) {
          add({ kind: 'refused', from: name, words: stoppedWords })
          continue
        }
        if (bytes === null) {
          add({ kind: 'refused', from: name, words: 'Couldn’t read it from this device.' })
          continue
        }
        const own = askWorker(
          { kind: 'read', name, bytes, siteOrigin: siteOrigin || location.origin, userId },
          {
            transfer: [bytes.buffer],
            onMessage: (said) => {
              if (said.kind === 'archive') setArchive(said.plan)
              if (said.kind === 'text') add({ kind: 'text', text: said.text })
              if (said.kind === 'part-refused') add({ kind: 'refused', from: said.part.from, words: refusedWords[said.part.refused] })
            },
          },
        )
        work.current = own
        const how = await own.ended
        work.current = null
        if (how === 'stopped') add({ kind: 'refused', from: name, words: stoppedWords })
        else if (how !== null) add({ kind: 'refused', from: name, words: refusedWords[how] })
      }
    } finally {
      setReading(null)
      isRunning.current = false
    }
  }, [add, siteOrigin, userId])

  const read = useCallback(
    (files: readonly ChosenFile[]): void => {
      queue.current.push(...files)
      readNext().catch(reportError)
    },
    [readNext],
  )

  const stop = useCallback((): void => {
    stops.current += 1
    for (const { name } of queue.current.splice(0)) add({ kind: 'refused', from: name, words: stoppedWords })
    work.current?.stop()
  }, [add])

  const choose = useCallback((key: string, isChosen: boolean): void => {
    setItems((before) => before.map((item) => (item.key === key && item.kind === 'text' ? { ...item, isChosen } : item)))
  }, [])
  const forget = useCallback((keys: ReadonlySet<string>): void => setItems((before) => before.filter((item) => !keys.has(item.key))), [])

  useEffect(() => {
    const waiting = queue.current
    return () => {
      waiting.length = 0
      stops.current += 1
      work.current?.stop()
    }
  }, [])
  return {
    items,
    archive,
    reading,
    read,
    stop,
    choose,
    forget,
    refuse: (from: string, words: string) => add({ kind: 'refused', from, words }),
  }
}
