/** What plain storage says; `undefined` where it is forbidden. */
export function stored<Value>(ask: (storage: Storage) => Value): Value | undefined {
  try {
    return ask(localStorage)
  } catch {
    return undefined
  }
}
