import type { RefusedWhy } from '#shared/formats/refused.ts'
import type { PictureBytes } from '#shared/formats/picture-collector.ts'
import { startWorker } from './start-worker.ts'
import type { PictureAnswer, WorkAsked, WorkerMessage } from './messages.ts'

export interface Work {
  /** Settles when the worker is done, was stopped or has taken too long. `null`: done. */
  readonly ended: Promise<RefusedWhy | 'stopped' | null>
  stop(): void
}

/** A file that says nothing for this long will not say anything. */
const longestSilenceMs = 60_000

interface WorkPorts {
  readonly transfer?: Transferable[]
  /** Gives it a picture that it needs; `null` for one that is not at hand. */
  readonly pictureOf?: (src: string) => Promise<PictureBytes | null>
  readonly onMessage: (said: WorkerMessage) => void
}

/**
 * Has one thing done in a thread of its own, which ends with it: whatever a file does to it is gone
 * then.
 */
export function askWorker(asked: WorkAsked, { transfer = [], pictureOf, onMessage }: WorkPorts): Work {
  const worker = startWorker()
  const { promise, resolve } = Promise.withResolvers<RefusedWhy | 'stopped' | null>()
  let silence = setTimeout(() => end('too-slow'), longestSilenceMs)
  const end = (how: RefusedWhy | 'stopped' | null): void => {
    clearTimeout(silence)
    worker.terminate()
    resolve(how)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    clearTimeout(silence)
    silence = setTimeout(() => end('too-slow'), longestSilenceMs)
    if (data.kind === 'done') end(null)
    else if (data.kind === 'refused') end(data.why)
    else if (data.kind === 'wants-picture') void givePicture(data.src)
    else if (data.kind !== 'ready') onMessage(data)
  })
  const givePicture = async (src: string): Promise<void> => {
    const picture = (await pictureOf?.(src).catch(() => null)) ?? null
    clearTimeout(silence)
    silence = setTimeout(() => end('too-slow'), longestSilenceMs)
    worker.postMessage({ kind: 'picture', src, picture } satisfies PictureAnswer, picture === null ? [] : [picture.bytes.buffer])
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    reportError(event.error ?? new Error(`exchange worker: ${event.message}`))
    end('broken')
  })
  worker.postMessage(asked, transfer)
  return { ended: promise, stop: () => end('stopped') }
}
