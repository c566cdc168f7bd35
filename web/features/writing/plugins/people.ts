import type { Awareness } from 'y-protocols/awareness'
import { compareNames } from '#shared/text/compare-names.ts'

/**
 * Somebody who has the text open. `tint` is a class with a colour, the same for a person on every
 * screen.
 */
export type Person = { readonly userId: string; readonly name: string; readonly slug: string; readonly tint: string }

const tints = 6
const maxShown = 40

/**
 * `null` for a state that names nobody. Names come from the server, but are cut and typed again
 * here.
 */
export function personOf(state: unknown): Person | null {
  if (typeof state !== 'object' || state === null || !('user' in state)) return null
  const { user } = state
  if (typeof user !== 'object' || user === null) return null
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '')
  const given = new Map<string, unknown>(Object.entries(user))
  const name = text(given.get('name'))
  const userId = text(given.get('userId') ?? given.get('id'))
  if (name === '') return null
  return { name, userId, slug: text(given.get('slug')), tint: `tint-${hash(userId === '' ? name : userId) % tints}` }
}

/** Everybody else, each once, in the order of their names. */
export function othersIn(awareness: Awareness, myUserId: string): readonly Person[] {
  const people = new Map<string, Person>()
  for (const [client, state] of awareness.getStates()) {
    const person = client === awareness.clientID ? null : personOf(state)
    if (person !== null && person.userId !== myUserId && people.size < maxShown) people.set(person.userId || person.name, person)
  }
  return [...people.values()].toSorted((a, b) => compareNames(a.name, b.name))
}

function hash(text: string): number {
  let value = 0
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return value
}
