import type { LoaderFunction, RouteObject } from 'react-router'
import type { FeatureRoute } from './route.ts'
import { pageRoutes } from './routes.ts'

/**
 * Route objects for both sides. The server's handler wants loaders; the browser's own router
 * (browser-router.ts) matches only. `null` stands for a path that no route has.
 */
export function routeObjects(loaderFor?: (route: FeatureRoute | null) => LoaderFunction): RouteObject[] {
  const withLoader = (path: string, route: FeatureRoute | null): RouteObject =>
    loaderFor === undefined ? { id: path, path } : { id: path, path, loader: loaderFor(route) }
  return [...pageRoutes.map((route) => withLoader(route.path, route)), withLoader('*', null)]
}
