import { grouped } from '../counts.ts'
/** Where a group or an event is, in words. */
export function placeOf({ isOnline, location }: { readonly isOnline: boolean; readonly location: string }): string {
  if (!isOnline) return location
  return location === '' ? 'Online' : `${location}, and online`
}

/** How far away, in whole km. */
export const kmWords = (km: number): string => (km < 1 ? 'less than 1 km away' : `${grouped(km)} km away`)
