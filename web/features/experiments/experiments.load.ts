import { experiments } from '#shared/experiments/definitions.ts'
import { assignedGroup, experimentKeyOf, groupOf, takesChoices } from '#shared/experiments/groups.ts'
import { experimentChoiceId, experimentChoices } from '#shared/experiments/schema.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Loads } from '../../app/route.ts'

/** `/abTestGroups`: the viewer's group in each test that runs. */
async function loadTestGroups({ read, viewer }: PageData) {
  const key = experimentKeyOf(viewer)
  const running = experiments.filter(({ isActive }) => isActive)
  const isMember = viewer.kind === 'member'
  const ids = isMember ? running.map(({ name }) => experimentChoiceId(viewer.userId, name)) : []
  const stored = new Map((await read.getMany(experimentChoices, ids)).map(({ test, group }) => [test, group]))
  return {
    head: { title: 'A/B test groups', canonical: links.abTestGroups(), robots: 'noindex' as const },
    ...{ key, isMember },
    tests: running.map((experiment) => {
      const chosen = stored.get(experiment.name) ?? null
      const groups = experiment.groups.map(({ name }) => name)
      return {
        ...{ name: experiment.name, description: experiment.description, group: groupOf(experiment, key, chosen) },
        isForEveryone: experiment.everyone !== undefined,
        /** `null`: the viewer chooses nothing here. */
        choice:
          isMember && takesChoices(experiment)
            ? { groups, chosen: groups.find((name) => name === chosen) ?? null, assigned: assignedGroup(experiment, key) }
            : null,
      }
    }),
  }
}

export type TestGroupsLoad = typeof loadTestGroups
export type ShownTest = Awaited<ReturnType<TestGroupsLoad>>['tests'][number]

export const loads = { '/abTestGroups': loadTestGroups } satisfies Loads
