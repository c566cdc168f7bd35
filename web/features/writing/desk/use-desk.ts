import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { useDevice } from '../../../data/device/use-device.ts'
import { keptAt } from '../../../data/kept-text.ts'
import type { DeskProps } from './desk.tsx'

/** `form`: the plain form, until there is a device, and where it holds text that was typed and not sent. `coming`: the editor is on its way. */
export type DeskState = 'form' | 'coming' | ComponentType<DeskProps>

/** Brings the editor, with all that belongs to it, for a member whose device is open. */
export function useDesk(place: string, canWrite: boolean): DeskState {
  const device = useDevice()
  const [state, setState] = useState<DeskState>('form')
  const account = device?.account ?? null
  useEffect(() => {
    if (account === null || !canWrite) return
    let isGone = false
    const bring = async () => {
      if ((await keptAt(place)) !== undefined || isGone || isTouched()) return
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
  return state
}

/** What is in the form already is not taken away under anybody's hands. */
function isTouched(): boolean {
  if (document.querySelector('#writing :is(input, textarea):focus') !== null) return true
  const text = document.querySelector<HTMLTextAreaElement>('#writing textarea')
  return text !== null && text.value !== text.defaultValue
}
