import { hash32 } from '../sync/digest.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Experiment } from './definitions.ts'

/**
 * A member's groups follow from the account's id. Visitors share one key, and with it their groups:
 * what is rendered for one of them is sent to all.
 */
export const experimentKeyOf = (viewer: Viewer): string => (viewer.kind === 'member' ? viewer.userId : 'visitor')

type Assigned = Pick<Experiment, 'name' | 'groups'>

/** The name of the group that a key has by itself: always the same, each as often as it weighs. */
export function assignedGroup({ name, groups }: Assigned, key: string): string {
  const sum = groups.reduce((total, { weight }) => total + weight, 0)
  let left = (hash32(`${name}-${key}`, 0) / 2 ** 32) * sum
  for (const group of groups) {
    left -= group.weight
    if (left < 0) return group.name
  }
  throw new TypeError(`${name}: no group has a weight`)
}

/**
 * The name of the viewer's group. The site's word for everyone comes first, then the choice.
 * @param chosen the stored choice; what is not a group any more counts as none.
 */
export function groupOf(experiment: Omit<Experiment, 'isActive'>, key: string, chosen: string | null): string {
  if (experiment.everyone !== undefined) return experiment.everyone
  return experiment.groups.some(({ name }) => name === chosen) && chosen !== null ? chosen : assignedGroup(experiment, key)
}

/** Members choose in a test that runs, unless everyone is in one group. */
export const takesChoices = ({ isActive, everyone }: Experiment): boolean => isActive && everyone === undefined
