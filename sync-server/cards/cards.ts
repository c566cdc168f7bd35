/** Pictures for links, put together: files below the data folder, and the process that draws. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '#server/http/site-context.ts'
import type { CardWorkers } from './card-workers.ts'
import { madeFiles } from '#server/files/made-files.ts'
import { cardWorkers } from './card-workers.ts'
import { cardRoutes } from './card-routes.ts'

/** Some two thousand cards; they are made again when they are asked for. */
const maxBytes = 80_000_000

interface CardsOptions {
  readonly dataDir: string
  readonly now: () => number
  readonly workers?: CardWorkers
}

export interface Cards {
  routes(app: FastifyInstance, context: SiteContext): void
  close(): Promise<void>
}

export function createCards({ dataDir, now, workers = cardWorkers() }: CardsOptions): Cards {
  const files = madeFiles({ folder: join(dataDir, 'cards'), maxBytes, now })
  return {
    routes: (app, context) => cardRoutes(app, context, { files, workers }),
    close: () => workers.close(),
  }
}
