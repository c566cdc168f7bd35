import type { ChangeEvent, RefObject } from 'react'
import { Suspense, lazy, useRef, useState, useSyncExternalStore } from 'react'
import { capturePage } from './capture/capture.ts'
import { canCaptureTab, captureTab, pictureOf } from './capture/pictures.ts'
import type { Captured } from './capture/view.ts'
import { dropShot, shot } from './feedback-state.ts'

const ShotEditor = lazy(async () => ({ default: (await import('./editor/shot-editor.tsx')).ShotEditor }))

interface ScreenshotFieldProps {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly isSending: boolean
}

const failed = 'Couldn’t capture the page. Choose a picture instead.'

/**
 * Adds a picture of the page: by our own drawing, by the browser's capture of the tab where that
 * failed, or from a file.
 */
export function ScreenshotField({ dialog, isSending }: ScreenshotFieldProps) {
  const now = useSyncExternalStore(shot.subscribe, shot.get)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [offersTab, setOffersTab] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const take = async (capture: () => Promise<Captured>, wordsOf: (error: unknown) => string) => {
    if (isBusy) return
    setBusy(true)
    setFault(null)
    try {
      const { picture, by, mended } = await capture()
      // Closed meanwhile: it is there when the dialog is opened again.
      shot.set({ picture, by, mended, boxes: [] })
      setOffersTab(false)
    } catch (error) {
      setFault(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const takePage = () =>
    take(capturePage, (error) => {
      console.warn('screenshot:', error)
      setOffersTab(canCaptureTab())
      return failed
    })
  const hide = (isHidden: boolean) => {
    if (dialog.current !== null) dialog.current.classList.toggle('unseen', isHidden)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file !== undefined) void take(() => pictureOf(file), sentence)
  }
  const drop = () => {
    dropShot()
    // The button that was pressed is gone.
    requestAnimationFrame(() => add.current?.focus())
  }

  return (
    <div className="field fb-shot" role="group" aria-labelledby="feedback-shot">
      <span className="lab" id="feedback-shot">
        Screenshot
      </span>
      {now === null ? (
        <p className="fb-ways">
          <button type="button" className="btn" ref={add} aria-disabled={isBusy || undefined} onClick={() => void takePage()}>
            Add a screenshot
          </button>
          {offersTab ? (
            <button
              type="button"
              className="btn"
              aria-disabled={isBusy || undefined}
              onClick={() => void take(() => captureTab(hide), sentence)}
            >
              Capture this tab
            </button>
          ) : null}
          <button type="button" className="btn quiet" aria-disabled={isBusy || undefined} onClick={() => chooser.current?.click()}>
            Choose a picture
          </button>
          <input type="file" accept="image/*" ref={chooser} hidden onChange={choose} aria-label="A picture from this device" />
        </p>
      ) : (
        <Suspense>
          <ShotEditor shot={now} isSending={isSending} onChange={(boxes) => shot.set({ ...now, boxes })} onRemove={drop} />
        </Suspense>
      )}
      <p className="soft meta" role="status">
        {isBusy ? 'Capturing the page…' : null}
      </p>
      <p className="why meta" role="alert">
        {fault}
      </p>
    </div>
  )
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : failed)
