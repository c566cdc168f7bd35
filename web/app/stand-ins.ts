/**
 * What a browser may lack or refuse (by its age, its settings, an extension, a policy), and what
 * nothing here may fail for. In its place stands one that does nothing, so that no caller has to
 * ask. Watchers of what comes into view say that all is in view: then nothing is held back for
 * ever.
 */
type Globals = Record<string, unknown>

class Idle {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): readonly never[] {
    return []
  }
}

class AllInView extends Idle {
  readonly #tell: (entries: readonly object[], observer: this) => void
  constructor(tell: (entries: readonly object[], observer: object) => void) {
    super()
    this.#tell = tell
  }
  override observe(target?: Element): void {
    queueMicrotask(() => this.#tell([{ target, isIntersecting: true, intersectionRatio: 1 }], this))
  }
}

const standIns = {
  IntersectionObserver: AllInView,
  ResizeObserver: Idle,
  MutationObserver: Idle,
} as const

/** Before anything else runs. */
export function putStandIns(globals: Globals = globalThis as unknown as Globals): void {
  for (const [name, standIn] of Object.entries(standIns)) {
    if (works(globals, name)) continue
    try {
      Object.defineProperty(globals, name, { value: standIn, configurable: true, writable: true })
    } catch {
      // Not even that is allowed: then its callers fail alone.
    }
  }
}

function works(globals: Globals, name: string): boolean {
  try {
    const Observer = globals[name] as new (tell: () => void) => object
    const made = new Observer(() => undefined)
    return typeof made === 'object'
  } catch {
    return false
  }
}
