/**
 * To what had the focus before; from a menu that has closed meanwhile, to the menu's own button.
 */
export function giveFocusBack(opener: Element | null): void {
  const place = opener?.closest('details:not([open])')?.querySelector('summary') ?? opener
  if (place instanceof HTMLElement && place.isConnected && place !== document.body) place.focus({ preventScroll: true })
}
