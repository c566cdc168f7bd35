/** Where a group or an event is, in words. */
export function placeOf({ isOnline, location }: { readonly isOnline: boolean; readonly location: string }): string {
  if (!isOnline) return location
  return location === '' ? 'Online' : `${location}, and online`
}
