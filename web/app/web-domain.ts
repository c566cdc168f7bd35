import type { FeatureRoutes } from './route.ts'

/**
 * What the browser has to know of a domain from the start: `web/features/<domain>/domain.ts`, found
 * by its name (`routes.ts`). Every reader loads it: a page comes by `import()`, and what it shows
 * is in a `*.load.ts` beside it, which exports its `loads` for the server and the device
 * (`loads.ts`).
 */
export interface WebDomain {
  readonly routes: FeatureRoutes
}

export const defineWebDomain = (domain: WebDomain): WebDomain => domain
