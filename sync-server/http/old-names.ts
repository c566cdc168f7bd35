/**
 * Names of earlier builds: an installed app or a kept page that was made before a name changed
 * still reaches us.
 */
const oldPaths: readonly (readonly [old: string, present: string])[] = [['/api/deeds/', '/api/mutations/']]
const oldFields: ReadonlyMap<string, string> = new Map([['continueDeed', 'continueMutation']])

/** The address under its present name. */
export function presentUrl(url: string): string {
  const found = oldPaths.find(([old]) => url.startsWith(old))
  return found === undefined ? url : `${found[1]}${url.slice(found[0].length)}`
}

/** The present name of a form's field. */
export const presentField = (name: string): string => oldFields.get(name) ?? name
