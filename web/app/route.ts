import type { ComponentType } from 'react'
import type { PageData, RouteFacts } from '#shared/pages/page-data.ts'
import type { PageHead } from '../data/answer.ts'
import type { MenuEntry } from '../data/menu.ts'
import type { PlacesAsked } from '../data/places.ts'
import type { Sheet } from './style-sheets.ts'

/**
 * A row of a domain's manifest. Says who the page is for and what it can do offline; the page
 * itself arrives when it is needed.
 */
export interface FeatureRoute extends RouteFacts {
  /**
   * What the frame gives the page. `list` (default): the site's rail and a `<main>` around it.
   * `reading`: three columns, in which the page sets its own rail, `<main id="main">` and margin.
   * `wide`: a `<main>` over the whole width.
   */
  readonly layout?: 'list' | 'reading' | 'wide'
  /**
   * Its entry in the menus and among the commands of Ctrl+K, for those whom `audience` lets in.
   * Absent: only other pages lead to it (`routes.test.ts` names those).
   */
  readonly menu?: MenuEntry
  /**
   * It shows what is this reader's own, and this device knows of it first: it is drawn again from
   * here as soon as it can be, and whenever that changes.
   */
  readonly isOwn?: true
  /**
   * One types in it: once it is open, news that it is gone, or another's, leave it on the screen.
   */
  readonly isWriting?: true
  /** A visitor can do nothing with it without the app, which begins at once. */
  readonly needsApp?: true
  /**
   * Of a page that is only read: the style sheets that draw all of it, beside the first
   * (web/app/style-sheets.ts). Absent: it waits for every sheet.
   */
  readonly sheets?: readonly Sheet[]
  /**
   * The server has the better answer: the device makes one of its own only where the server does
   * not give any.
   */
  readonly isReducedOffline?: true
  /**
   * Written as `page: () => import('./pages/…')`, on one line: the build reads it (vite.config.ts,
   * `pageModules`).
   */
  readonly page: (() => Promise<{ readonly default: ComponentType }>) & { readonly module?: string }
}
export type FeatureRoutes = readonly FeatureRoute[]

export interface LoadRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: URL
}

/**
 * What a page shows. Must survive JSON. `bodies` (record id to HTML) are shown by `<Body>` and are
 * left out of the data that is handed to the browser with the HTML.
 */
export interface Loaded {
  readonly head: PageHead
  /** Nothing is at this address yet, and the page says what could be: 404. */
  readonly isAbsent?: true | undefined
  readonly bodies?: Readonly<Record<string, string>>
  /** Where other domains show something on this page, and what they are asked about. */
  readonly places?: PlacesAsked
}

/**
 * Reads what a page needs; runs on the server. @throws what `notFound()`, `moved()` and their kin
 * in `web/data/answer.ts` make.
 */
export type Load<Page extends Loaded = Loaded> = (data: PageData, request: LoadRequest) => Page | Promise<Page>

/**
 * A domain's `*.load.ts`, or a feature's `loads.ts`, exports this under the name `loads`, keyed by
 * the path of the route. Only the server entry imports those files.
 */
export type Loads = Readonly<Record<string, Load>>
