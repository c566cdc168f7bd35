/**
 * The focus goes to the call of a note, which shows it: the next one from where the reader is,
 * round about at the end.
 */
export function nextNote(): void {
  const calls = [...document.querySelectorAll<HTMLElement>('.essay a.fn')].filter((call) => call.checkVisibility())
  if (calls.length === 0) return
  const here = calls.findIndex((call) => call === document.activeElement)
  const next = here === -1 ? calls.findIndex((call) => call.getBoundingClientRect().top > 64) : here + 1
  const call = calls[next] ?? calls[0]
  call?.scrollIntoView({ block: 'nearest' })
  call?.focus({ preventScroll: true })
}
