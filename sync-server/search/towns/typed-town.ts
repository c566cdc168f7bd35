import { AppError } from '#shared/kernel/errors.ts'
import { townWords } from '#shared/local-groups/towns.ts'
import type { ExtraFields } from '#server/http/form-for.ts'
import { findTowns } from './find-towns.ts'

/**
 * A town that was typed and not chosen from the list, as without scripting: the biggest of that
 * name says the coordinates, and what else of the place was left empty.
 */
export const typedTown: ExtraFields = {
  names: ['town'],
  async fill(given, { town = '' }) {
    if (town.trim() === '') return given
    const [found] = await findTowns(town, 1)
    if (found === undefined) throw new AppError('invalid', { field: 'town' })
    const { latitude, longitude, zone } = found
    return {
      ...{ ...given, latitude, longitude },
      ...(given['location'] === '' && given['isOnline'] !== true && { location: townWords(found) }),
      ...(given['zone'] === '' && { zone }),
    }
  },
}
