/** What an error says of itself, stack included, as text that can be kept: enough to find it by. */
export function textOf(event: ErrorEvent | PromiseRejectionEvent): string {
  const error: unknown = 'reason' in event ? event.reason : event.error
  return `${(error as Partial<Error> | null)?.stack ?? error}`.slice(0, 2000) // of anything but an error there is no stack
}
