import type { Config } from '#server/config.ts'
import type { RunningServer, StartOptions } from '#server/main.ts'
import { createFeatures } from '#server/features/features.ts'
import { keepPingbacks } from '#server/features/posts/effects.ts'
import { serverDomains } from '#server/features/domains.ts'
import { startJobs } from '#server/jobs.ts'
import { startServer } from '#server/main.ts'
import { alone } from '#server/nodes/leader-election.ts'
import { startEffects } from '#server/sync/effects.ts'
import { careEveryMs, startStoreCare } from '#server/sync/store-care.ts'

const careJob = 'database maintenance'

/**
 * The server with everything that makes it Lyceum: accounts, forms, mail, and the jobs that time
 * brings about.
 */
export function startProduct(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  return startServer(config, {
    features(tools) {
      const features = createFeatures(tools)
      const { store, rooms, log } = tools
      const note = (error: unknown, about: string): void => log.error({ err: error }, about)
      const lead = tools.lead ?? alone(tools.writer)
      const stop = lead.onLeader((writer) => {
        const jobs = startJobs({ store, writer, rooms, log, jobs: tools.jobs })
        const effects = startEffects(
          store,
          writer,
          [keepPingbacks, ...serverDomains.flatMap(({ effects: begin }) => begin.map((effect) => effect()))],
          { log: note },
        )
        tools.jobs.expect(careJob, careEveryMs)
        const care = startStoreCare(writer, { log: note, note: (round) => tools.jobs.note(careJob, round) })
        return async () => {
          await Promise.all([jobs.stop(), care.stop(), ...effects.map((effect) => effect.stop())])
          tools.jobs.clear()
        }
      })
      return {
        ...features,
        async close() {
          await stop()
          await features.close?.()
        },
      }
    },
    ...options,
  })
}
