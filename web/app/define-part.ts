import type { PageData } from '#shared/pages/page-data.ts'
import type { PlaceName, Places } from '../data/places.ts'
import type { LoadRequest } from './route.ts'

/**
 * What a part is drawn from: survives JSON. `bodies` are HTML by key, as a page's (`<Body>`).
 * `null`: nothing is shown. `undefined`: a device cannot say, and what stands there stays.
 */
export type PartPage = (object & { readonly bodies?: Readonly<Record<string, string>> }) | null | undefined

interface PartOf<On extends PlaceName, Page extends PartPage> {
  readonly on: readonly On[]
  /** Among what else is shown there: smaller comes first. */
  readonly order: number
  readonly load: (data: PageData, asked: Places[On]['asked'], request: LoadRequest) => Page | Promise<Page>
}

/** Whatever its place. */
export interface Part {
  readonly on: readonly PlaceName[]
  readonly order: number
  load(data: PageData, asked: object, request: LoadRequest): PartPage | Promise<PartPage>
}

/** What a `*.load.ts` exports as `shows`: by the name of the part's file in `shows/`. */
export type Shows = Readonly<Record<string, Part>>

/**
 * Something that a domain shows on the page of another. In a `*.load.ts`:
 * `export const shows: Shows = { note: definePart({ … }) }`;
 * `shows/note.tsx` draws it (`PartProps`).
 */
export const definePart = <On extends PlaceName, Page extends PartPage>(part: PartOf<On, Page>): Part =>
  // It is asked at its places only.
  part as Part
