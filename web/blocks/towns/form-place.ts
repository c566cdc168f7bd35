/** The fields of a form that say where something is; they are the document's, not React's. */
import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import { degreesOn } from '#shared/local-groups/coordinates.ts'
import type { Town } from '#shared/local-groups/towns.ts'
import { townWords } from '#shared/local-groups/towns.ts'

type Field = HTMLInputElement | HTMLSelectElement

function fieldOf(form: HTMLFormElement, name: string): Field | null {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null
}

function put(field: Field | null, value: string): void {
  if (field === null || field.value === value) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** `null`: it has none, or what is typed there is none. */
export function placeIn(form: HTMLFormElement): Coordinates | null {
  const [latitude, longitude] = [
    degreesOn('latitude', fieldOf(form, 'latitude')?.value ?? ''),
    degreesOn('longitude', fieldOf(form, 'longitude')?.value ?? ''),
  ]
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

export function putPlace(form: HTMLFormElement, place: Coordinates | null): void {
  put(fieldOf(form, 'latitude'), place === null ? '' : String(place.latitude))
  put(fieldOf(form, 'longitude'), place === null ? '' : String(place.longitude))
}

/** Its coordinates and zone; its name only where nothing is said of the place yet. */
export function putTown(form: HTMLFormElement, town: Town): void {
  putPlace(form, town)
  const zone = fieldOf(form, 'zone')
  if (zone instanceof HTMLSelectElement && [...zone.options].some(({ value }) => value === town.zone)) put(zone, town.zone)
  const [location, online] = [fieldOf(form, 'location'), fieldOf(form, 'isOnline')]
  const isOnline = online instanceof HTMLInputElement && online.checked
  if (location !== null && location.value.trim() === '' && !isOnline) put(location, townWords(town))
}
