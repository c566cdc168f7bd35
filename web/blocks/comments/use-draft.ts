import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import type { TypedRow } from '../../data/typed-words/typed-row.ts'
import { followSaved, isAsSaved, isOwnSave, keepTyped, keptAt, putBack } from '../../data/saved-text.ts'
import { useMe } from '../../data/viewer.ts'

/**
 * Puts back what was typed in a form and not sent, and what other tabs and devices write there from
 * now on. When it is sent from another tab, it goes here too, unless somebody has gone on writing.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, place: string, isOpened: boolean) {
  const [isBack, setBack] = useState(false)
  const { viewer, isKnown } = useMe()
  const account = viewer.kind === 'member' ? viewer.userId : null
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
    let leave = () => {}
    let isGone = false
    const hear = (row: TypedRow | undefined) => {
      const element = form.current
      // This very form sends: it knows itself what to empty.
      if (isGone || element === null || element.dataset['sending'] !== undefined) return
      // Another tab, or another device, goes on here: its words come beside those that stand here.
      if (row !== undefined) return void (isOwnSave(element, row) || putBack(element, row))
      // Who has gone on writing here keeps it. A field that merely has this tab's focus does not:
      // the send came from where the reader is.
      if (!isAsSaved(element)) return
      element.reset()
      setBack(false)
    }
    const follow = async () => {
      leave = await followSaved(place, hear)
      if (isGone) return leave()
      const row = await keptAt(place)
      if (!isGone && form.current !== null && putBack(form.current, row)) setBack(true)
    }
    follow().catch(reportError)
    return () => {
      isGone = true
      leave()
    }
    // Once more when it is known who is here: another account's text is never shown.
  }, [form, place, isKnown, account])
  return { isBack, setBack }
}
