import type { MouseEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** id of the heading that names the dialog. */
  readonly labelledBy: string
  readonly children: ReactNode
}

/** The browser's own modal: it keeps the focus in, gives it back, and closes on Escape; a click beside it closes it too. */
export function Dialog({ isOpen, onClose, labelledBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])
  const closeBeside = (event: MouseEvent<HTMLDialogElement>) => {
    // The backdrop is the dialog itself; what stands in it is not.
    if (event.target === event.currentTarget) onClose()
  }
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={labelledBy} onClose={onClose} onClick={closeBeside}>
      {children}
    </dialog>
  )
}
