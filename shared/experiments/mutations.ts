import * as z from 'zod/mini'
import { AppError } from '../kernel/errors.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { experiments } from './definitions.ts'
import { takesChoices } from './groups.ts'
import { experimentChoiceId, experimentChoices } from './schema.ts'

const Name = z.string().check(z.minLength(1), z.maxLength(80))

/**
 * Puts the sender into a group of a test; `null` takes the choice back. Safe to replay.
 * @throws AppError 'invalid' at `test` where it is unknown or takes no choices, at `group` where
 *   the test has no such group.
 */
export const chooseGroup = defineMutation({
  name: 'experiments.chooseGroup',
  args: z.strictObject({ test: Name, group: z.nullable(Name) }),
  async run({ tx, viewer, now }, { test, group }) {
    const { userId } = signedIn(viewer)
    const experiment = experiments.find(({ name }) => name === test)
    if (experiment === undefined || !takesChoices(experiment)) throw new AppError('invalid', { field: 'test' })
    if (group !== null && !experiment.groups.some(({ name }) => name === group)) throw new AppError('invalid', { field: 'group' })
    const id = experimentChoiceId(userId, test)
    const before = await tx.get(experimentChoices, id)
    if ((before?.group ?? null) === group) return
    if (group === null) return tx.delete(experimentChoices, id)
    await tx.put(experimentChoices, { id, userId, test, group, chosenAt: now })
  },
})
