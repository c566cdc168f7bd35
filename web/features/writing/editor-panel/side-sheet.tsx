import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { isOutside } from '../../../ui/sheet.ts'

interface SideSheetProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Something about the text, beside it; from below on a phone. While it is closed it keeps what is
 * typed in it. A link to a place of the page closes it, or the place could not be reached.
 */
export function SideSheet({ title, isOpen, onClose, children }: SideSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal()
    else if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      className="dialog side-sheet"
      ref={dialog}
      aria-labelledby={heading}
      onClose={(event) => {
        // Not that of a dialog within it.
        if (event.target === dialog.current) onClose()
      }}
      onClick={({ target, clientX, clientY }) => {
        const isBeside = target === dialog.current && isOutside(dialog.current, { clientX, clientY })
        if (isBeside || (target instanceof Element && target.closest('a[href^="#"]') !== null)) onClose()
      }}
    >
      <div className="side-sheet-head">
        <h2 id={heading}>{title}</h2>
        <button className="btn quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  )
}
