import type { Config } from '#server/config.ts'
import type { RunningServer, StartOptions } from '#server/main.ts'
import { createFeatures } from '#server/features/features.ts'
import { startJobs } from '#server/jobs.ts'
import { startServer } from '#server/main.ts'

/** The server with everything that makes it Lyceum: accounts, forms, mail, and the jobs that time brings about. */
export function startProduct(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  return startServer(config, {
    features(tools) {
      const features = createFeatures(tools)
      const jobs = startJobs(tools)
      return {
        ...features,
        async close() {
          await jobs.stop()
          await features.close?.()
        },
      }
    },
    ...options,
  })
}
