/**
 * Loaded first by a server (`node --import`): its wall clock is wrong by SKEW_MS, and its timers
 * are not.
 */
const by = Number(process.env['SKEW_MS'] ?? 0)
const TrueDate = Date

class SkewedDate extends TrueDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(TrueDate.now() + by)
    // Whatever a Date can be made of.
    else super(...(given as [number]))
  }
  static override now(): number {
    return TrueDate.now() + by
  }
}

if (by !== 0) Object.defineProperty(globalThis, 'Date', { value: SkewedDate, configurable: true, writable: true })
