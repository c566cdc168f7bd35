import type { ComponentType } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { useDevice } from '../../../data/device/use-device.ts'
import { keptAt } from '../../../data/kept-text.ts'
import type { DeskProps } from './desk.tsx'

/**
 * `form`: the plain form, until there is a device. `held`: the editor could come, and the form holds text that was typed and not sent, or the caret.
 * `coming`: the editor is on its way.
 */
export type DeskState = 'form' | 'held' | 'coming' | ComponentType<DeskProps>

/** Brings the editor, with all that belongs to it, for a member whose device is open. `open` brings it whatever stands in the form; it may fail. */
export function useDesk(place: string, canWrite: boolean): readonly [state: DeskState, open: () => Promise<void>] {
  const device = useDevice()
  const [state, setState] = useState<DeskState>('form')
  const account = device?.account ?? null
  useEffect(() => {
    if (account === null || !canWrite) return
    let isGone = false
    const bring = async () => {
      const isKept = (await keptAt(place)) !== undefined
      if (isGone) return
      if (isKept || isTouched()) return setState('held')
      setState('coming')
      const { Desk } = await import('./desk.tsx')
      if (!isGone) setState(() => Desk)
    }
    // It could not be fetched: the form does it too.
    bring().catch(() => setState('form'))
    return () => {
      isGone = true
    }
  }, [account, canWrite, place])
  const open = useCallback(async () => {
    const { Desk } = await import('./desk.tsx')
    setState(() => Desk)
  }, [])
  return [state, open]
}

/** What is in the form already is not taken away under anybody's hands. */
function isTouched(): boolean {
  if (document.querySelector('#writing :is(input, textarea):focus') !== null) return true
  const text = document.querySelector<HTMLTextAreaElement>('#writing textarea')
  return text !== null && text.value !== text.defaultValue
}
