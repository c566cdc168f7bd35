import type { LightPart } from '../data/light-page.ts'

/** What the inline script (late-start.inline.js) leaves on `window` for the rest. */
interface Late {
  /** From now on the app hears clicks and submits itself. */
  ready: boolean
  /**
   * The one mutation that was held back: a form's submit, or a click on something that needs a
   * script.
   */
  mutation: { readonly form: HTMLFormElement | null; readonly by: HTMLElement | null } | null
  /** The browser's own offer to install, held back until the reader is asked. */
  install?: Event
  /**
   * The light script's address, while that is all that a visitor has of a page; 0: the app is here,
   * or on its way.
   */
  readonly light: string | 0 | null
  /** Loads the app, once. */
  readonly begin: () => void
  /** What the page's policy takes as a script's address. */
  readonly policy: { createScriptURL(url: string): string }
  /**
   * Puts back what the light script has written into the page: React finds it as the server drew
   * it.
   */
  tidy?: () => void
  /**
   * There was no network for the app, and the page is light again: lets go of what was held for it,
   * and says so where somebody waits.
   */
  missed?: () => void
  /**
   * Ends what the light script does within texts, by the part of the app that does it from then on.
   */
  ends?: Partial<Record<LightPart, () => void>>
  /** Keys that were pressed while the app was on its way; absent once it hears them itself. */
  keys?: KeyboardEvent[]
}

declare global {
  interface Window {
    readonly __late?: Late
    readonly __errors?: (ErrorEvent | PromiseRejectionEvent)[]
  }
}

/** Lets mutations through, and does the one that was held back while the app was on its way. */
export function letThrough(): void {
  const late = window.__late
  if (late === undefined || late.ready) return
  late.ready = true
  const mutation = late.mutation
  late.mutation = null
  if (mutation === null) return
  if (mutation.form !== null) mutation.form.requestSubmit(mutation.by)
  else if (mutation.by !== null) press(mutation.by)
}

/**
 * What hears the click may lie in a part of the page that React has not come to yet: a press of the
 * button makes it come there first, which takes a while where the part's own file is still on its
 * way. Within texts nothing is React's.
 */
export function press(control: HTMLElement, patienceMs = 5_000): void {
  const isInText = control.closest('[data-body], .c-body') !== null
  const startedAt = performance.now()
  const tryIt = () => {
    if (isInText || isReacts(control) || performance.now() - startedAt > patienceMs) return control.click()
    setTimeout(tryIt, 50)
  }
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  setTimeout(tryIt)
}

/**
 * React notes on an element that it has come to it (react-dom 19.3, `internalPropsKey`); should the
 * name change, the click waits for the patience.
 */
const isReacts = (control: HTMLElement): boolean => Object.keys(control).some((key) => key.startsWith('__reactProps$'))

/**
 * Keeps what was typed before the app came: React would put fields back to what the server sent.
 */
export function keepTyped(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const typed = fields.filter((field) => field.value !== field.defaultValue).map((field) => [field, field.value] as const)
  return () => {
    for (const [field, value] of typed) if (field.isConnected && field.value !== value) field.value = value
  }
}
