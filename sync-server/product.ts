import type { Config } from '#server/config.ts'
import type { RunningServer, StartOptions } from '#server/main.ts'
import { createFeatures } from '#server/features/features.ts'
import { keepCommentPingbacks } from '#server/features/comments/effects.ts'
import { keepPingbacks } from '#server/features/posts/effects.ts'
import { keepRels } from '#server/features/wiki-relevance/effects.ts'
import { startJobs } from '#server/jobs.ts'
import { startServer } from '#server/main.ts'
import { startEffects } from '#server/sync/effects.ts'
import { careEveryMs, startStoreCare } from '#server/sync/store-care.ts'

const careJob = 'store care'

/** The server with everything that makes it Lyceum: accounts, forms, mail, and the jobs that time brings about. */
export function startProduct(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  return startServer(config, {
    features(tools) {
      const features = createFeatures(tools)
      const jobs = startJobs(tools)
      const effects = startEffects(tools.store, tools.writer, [keepPingbacks, keepCommentPingbacks, keepRels()], {
        log: (error, about) => tools.log.error({ err: error }, about),
      })
      tools.jobs.expect(careJob, careEveryMs)
      const care = startStoreCare(tools.writer, {
        log: (error, about) => tools.log.error({ err: error }, about),
        note: (round) => tools.jobs.note(careJob, round),
      })
      return {
        ...features,
        async close() {
          await Promise.all([jobs.stop(), care.stop(), ...effects.map((effect) => effect.stop())])
          await features.close?.()
        },
      }
    },
    ...options,
  })
}
