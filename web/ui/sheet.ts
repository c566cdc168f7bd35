interface SheetOptions {
  /** Its heading. */
  readonly title: string
  readonly className: string
  readonly content: Node
  readonly onClose?: () => void
  /** It came by itself: the focus stays where it is, and the page can be used beside it. */
  readonly isAside?: boolean
}

/**
 * A native dialog made by script, for late parts that are no components: the browser keeps the
 * focus in it, closes it with Escape and gives the focus back. A press beside it and a link in it
 * close it too. On a phone it rises from below (`.dialog`).
 */
export function openSheet({ title, className, content, onClose, isAside = false }: SheetOptions): HTMLDialogElement {
  // Asked for twice, while the script was on its way.
  const open = document.querySelector<HTMLDialogElement>(`dialog.${className}`)
  if (open !== null) return open
  const sheet = document.createElement('dialog')
  sheet.className = `dialog sheet ${className}`
  const heading = document.createElement('h2')
  heading.textContent = title
  heading.id = `sheet-${className}`
  sheet.setAttribute('aria-labelledby', heading.id)
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet', textContent: 'Close' })
  close.addEventListener('click', () => sheet.close())
  const head = document.createElement('div')
  head.className = 'sheet-head'
  head.append(heading, close)
  sheet.append(head, content)
  sheet.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (isLink || (event.target === sheet && isOutside(sheet, event))) sheet.close()
  })
  const left = () => sheet.close()
  addEventListener('popstate', left)
  sheet.addEventListener('close', () => {
    removeEventListener('popstate', left)
    sheet.remove()
    onClose?.()
  })
  document.body.append(sheet)
  if (isAside) showAside(sheet)
  else sheet.showModal()
  return sheet
}

function showAside(sheet: HTMLDialogElement): void {
  const focused = document.activeElement
  sheet.show()
  // The browser has moved the focus into it.
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const at = location.pathname
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') sheet.close()
  }
  // The router says nothing of where it goes: looked at after each press.
  const onClick = () => setTimeout(() => (location.pathname === at ? undefined : sheet.close()), 400)
  document.addEventListener('keydown', onKey)
  document.addEventListener('click', onClick)
  sheet.addEventListener('close', () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('click', onClick)
  })
}

/** The veil belongs to the dialog: only the place tells them apart. */
export function isOutside(sheet: HTMLElement, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean {
  const { left, right, top, bottom } = sheet.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
