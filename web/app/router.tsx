import type { LoaderFunction, RouteObject } from 'react-router'
import { ClientError } from './client-error.tsx'
import { Frame } from './frame.tsx'
import { PageSlot } from './page-slot.tsx'
import type { FeatureRoute } from './route.ts'
import { pageRoutes } from './routes.ts'

/** The same tree on the server and in the browser; only where answers come from differs. `null` stands for a path that no route has. */
export function routeObjects(loaderFor: (route: FeatureRoute | null) => LoaderFunction): RouteObject[] {
  const pages: RouteObject[] = pageRoutes.map((route) => ({
    id: route.path,
    path: route.path,
    loader: loaderFor(route),
    element: <PageSlot />,
    errorElement: <ClientError />,
  }))
  return [
    {
      id: 'frame',
      element: <Frame />,
      errorElement: <ClientError />,
      children: [...pages, { id: '*', path: '*', loader: loaderFor(null), element: <PageSlot />, errorElement: <ClientError /> }],
    },
  ]
}
