/** What a page needs is not on this device, or not all of it. */
export class NotStoredError extends Error {
  constructor(what: string) {
    super(`not held: ${what}`)
    this.name = 'NotStoredError'
  }
}
