import type { LoaderFunction, RouteObject } from 'react-router'
import type { FeatureRoute } from './route.ts'
import { pageRoutes } from './routes.ts'

/** Route objects for both sides; only where answers come from differs. `null` stands for a path that no route has. */
export function routeObjects(loaderFor: (route: FeatureRoute | null) => LoaderFunction): RouteObject[] {
  return [
    ...pageRoutes.map((route) => ({ id: route.path, path: route.path, loader: loaderFor(route) })),
    { id: '*', path: '*', loader: loaderFor(null) },
  ]
}
