/**
 * Structural sharing: `next`, with every part that equals its counterpart in `previous` replaced by
 * that very object. A page that was answered anew draws only what has changed. Both are plain data
 * (JSON); neither is changed.
 */
export function share<Value>(previous: unknown, next: Value): Value {
  // What is given back equals `next` in every part, so it is of its type.
  return shared(previous, next) as Value
}

function shared(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous
  if (Array.isArray(previous) && Array.isArray(next)) return sharedList(previous, next)
  if (isPlain(previous) && isPlain(next)) return sharedObject(previous, next)
  return next
}

/**
 * Items are matched by their `id` where they have one: one that comes in between leaves those
 * behind it as they are.
 */
function sharedList(previous: readonly unknown[], next: readonly unknown[]): unknown {
  const byId = new Map<unknown, unknown>()
  for (const item of previous) if (isPlain(item) && 'id' in item) byId.set(item['id'], item)
  const result = next.map((item, at) => shared(isPlain(item) && 'id' in item ? byId.get(item['id']) : previous[at], item))
  return result.length === previous.length && result.every((item, at) => Object.is(item, previous[at])) ? previous : result
}

function sharedObject(previous: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(next)
  let isSame = keys.length === Object.keys(previous).length
  const result: Record<string, unknown> = {}
  for (const key of keys) {
    const before = Object.hasOwn(previous, key) ? previous[key] : undefined
    const value = shared(before, next[key])
    if (!Object.hasOwn(previous, key) || !Object.is(value, before)) isSame = false
    // A body may be named by anything that was once an id: never by a setter.
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return isSame ? previous : result
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
