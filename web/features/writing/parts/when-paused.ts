/** Somebody who stops so long is between two words. */
const pauseMs = 300

/** Once nobody is in the middle of a word in this form. Gives the way to stop waiting. */
export function whenPaused(form: HTMLElement, then: () => void): () => void {
  let isComposing = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (!isComposing) timer = setTimeout(then, form.contains(document.activeElement) ? pauseMs : 0)
  }
  const compose = (event: Event) => {
    isComposing = event.type === 'compositionstart'
    wait()
  }
  const events = new AbortController()
  for (const name of ['keydown', 'input']) form.addEventListener(name, wait, events)
  for (const name of ['compositionstart', 'compositionend']) form.addEventListener(name, compose, events)
  wait()
  return () => {
    clearTimeout(timer)
    events.abort()
  }
}
