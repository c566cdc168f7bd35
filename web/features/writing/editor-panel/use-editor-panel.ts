import type { ComponentType } from 'react'
import { useCallback, useEffect, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { forgetSaved, keptAt, markSent } from '../../../data/saved-text.ts'
import type { EditorPanelProps } from './editor-panel.tsx'
import type { FormBase } from './form-into-document.ts'

/**
 * `form`: the plain form, until there is a device. `held`: the editor could come, and the form
 * holds text that was typed and not sent, or the caret. `coming`: the editor is on its way.
 * `plain`: it cannot come.
 */
export type EditorPanelState = 'form' | 'held' | 'coming' | 'plain' | ComponentType<EditorPanelProps>

/**
 * Brings the editor, with all that belongs to it, for a member whose device is open. `open` brings
 * it whatever stands in the form; it may fail.
 * @param isFrame the form stands in the editor's frame and takes typing while that is on its way
 */
export function useEditorPanel(
  place: string,
  canWrite: boolean,
  isFrame = false,
): readonly [state: EditorPanelState, open: () => Promise<void>] {
  const device = useDevice()
  const [state, setState] = useState<EditorPanelState>('form')
  const account = device?.account ?? null
  useEffect(() => {
    if (account === null || !canWrite) return
    let isGone = false
    const bring = async () => {
      const isKept = (await keptAt(place)) !== undefined
      if (isGone) return
      if (!isFrame) {
        if (isKept || isTouched()) return setState('held')
        setState('coming')
      }
      const { EditorPanel } = await import('./editor-panel.tsx')
      if (!isGone) setState(isFrame && (isKept || isTouched()) ? 'held' : () => EditorPanel)
    }
    // It could not be fetched: the form does it too.
    bring().catch(() => setState('plain'))
    return () => {
      isGone = true
    }
  }, [account, canWrite, place, isFrame])
  const open = useCallback(async () => {
    const { EditorPanel } = await import('./editor-panel.tsx')
    setState(() => EditorPanel)
  }, [])
  return [state, open]
}

/**
 * For the plain form of a text that there is already: its words go into the document, and then the
 * editor comes.
 */
export function intoEditor(device: Device | null, base: FormBase, openEditorPanel: () => Promise<void>) {
  return async (form: HTMLFormElement): Promise<FormError | null> => {
    if (device === null) return null
    // Its parts first: without them nothing is written.
    const { writeFormInto } = await import('./form-into-document.ts')
    const error = await writeFormInto(device, base, form)
    if (error !== null) return error
    markSent(form)
    await forgetSaved(`post:${base.postId}`)
    await openEditorPanel()
    return null
  }
}

/** What is in the form already is not taken away under anybody's hands. */
function isTouched(): boolean {
  if (document.querySelector('#writing :is(input, textarea):focus') !== null) return true
  const text = document.querySelector<HTMLTextAreaElement>('#writing textarea')
  return text !== null && text.value !== text.defaultValue
}
