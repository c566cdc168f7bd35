import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { whenDevice } from '../../data/device/bring.ts'
import { useMe } from '../../data/viewer.ts'
import type { Kept } from '../../data/kept-text.ts'
import { keeper, keepTyped, keptText, pageId, putBack } from '../../data/kept-text.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/**
 * Puts back what was typed in a form and not sent: at once what localStorage bridged, then what the device has. When it is sent from another tab,
 * it goes here too, unless somebody has gone on writing.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, place: string, isOpened: boolean) {
  const [isBack, setBack] = useState(false)
  const { isKnown } = useMe()
  /** Once the device is there it is taken from where it was, and may stand in the field still. */
  const bridged = useRef<Kept | null>(null)
  useEffect(() => {
    const element = form.current
    return () => {
      if (element !== null) keepTyped(element)
    }
  }, [form, place])
  useEffect(() => {
    if (!isOpened) return
    const field = form.current?.querySelector('textarea')
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(1e9, 1e9) // at its end
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [form, isOpened])
  useEffect(() => {
    if (form.current === null) return
    // Once more when it is known who is here: another account's text is never shown.
    bridged.current = keptText(place) ?? bridged.current
    if (putBack(form.current, bridged.current)) setBack(true)
    let leave = () => {}
    let isGone = false
    const follow = async () => {
      const [device, { keepDraftsIn }] = await Promise.all([whenDevice(), import('../../data/device-drafts.ts')])
      keepDraftsIn(device)
      let kept = await device.drafts.get(place)
      if (isGone || form.current === null) return
      if (kept !== undefined && kept.binnedAt === null && putBack(form.current, kept, bridged.current)) setBack(true)
      leave = device.subscribe(async ({ places }) => {
        if (!places.has(place)) return
        // This very form sends: it knows itself what to empty.
        const isOwn = form.current?.dataset['sending'] !== undefined
        const before = kept
        kept = await device.drafts.get(place)
        // Another tab, or another device, goes on here: its words come beside those that stand here.
        if (!isOwn && kept !== undefined && kept.by !== pageId && form.current !== null) keeper.get()?.merge(form.current, kept.values)
        const field = form.current?.querySelector('textarea')
        if (isOwn || kept !== undefined || before === undefined || !field) return
        // Who has gone on writing here keeps it. A field that merely has this tab's focus does not: the send came from where the reader is.
        if (field.value !== before.values[field.name]) return
        form.current?.reset()
        setBack(false)
      })
      if (isGone) leave()
    }
    follow().catch(reportUnlessClosed)
    return () => {
      isGone = true
      leave()
    }
  }, [form, place, isKnown])
  return { isBack, setBack }
}
