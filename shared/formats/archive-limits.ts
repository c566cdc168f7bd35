/** Of what an archive brings back: what a device sends, and the server takes. */
export const importLimits = {
  /** Mutations in one archive. */
  steps: 20_000,
  /** Of them in one request. */
  stepsAtOnce: 100,
  /** Of JSON in one of them: in UTF-8 at most three times as many bytes. */
  stepCharacters: 600_000,
  /** Of one request: room for the largest step and what stands around it. */
  bytesAtOnce: 2_000_000,
  /** Objects in objects. */
  depth: 100,
  reasons: 60,
} as const

/** Nothing is written out before it is known to be shallow: nesting is what breaks a writer. */
export function isSmall(value: unknown): boolean {
  return isShallow(value, importLimits.depth) && JSON.stringify(value).length <= importLimits.stepCharacters
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1))
}
