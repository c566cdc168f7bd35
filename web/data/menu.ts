/**
 * The menus of the shell, as the pages' manifests declare them (`menu` of a route): the shell draws
 * what it finds here and knows no page by name.
 */
import type { RouteFacts } from '#shared/pages/page-data.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isAdmin, isStaff } from '#shared/kernel/viewer.ts'
import type { Me } from './viewer.ts'

/**
 * `sections`, `own` and `settings` stand in the rail, `own`, `account` and `staff` in the account's
 * menu; `preferences` at the foot of the account's page, `administration` on the administrators'.
 */
export type MenuName = 'sections' | 'own' | 'settings' | 'account' | 'staff' | 'preferences' | 'administration'

/** A page's word, and its place in each menu that has it: smaller is higher. */
export type MenuEntry = Readonly<Partial<Record<MenuName, number>>> & {
  /** With no menu named it is among the commands alone (Ctrl+K), which have every entry. */
  readonly word: string
  /** How many wait there, said behind the word. */
  readonly counts?: 'inQueue'
}

interface MenuRoute extends Pick<RouteFacts, 'path' | 'audience'> {
  readonly menu?: MenuEntry
}

export interface MenuLink {
  readonly href: string
  readonly word: string
}

let declared: readonly MenuRoute[] = []

/** Once, by the table of routes: what draws menus is below it. */
export function declareMenus(routes: readonly MenuRoute[]): void {
  declared = routes.filter(({ menu }) => menu !== undefined)
}

/** The entries of a menu that are for this reader, in order. */
export function menuOf(name: MenuName, me: Pick<Me, 'viewer' | 'inQueue'>): readonly MenuLink[] {
  return declared
    .filter(({ audience, menu }) => menu?.[name] !== undefined && isFor(audience, me.viewer))
    .toSorted((a, b) => (a.menu?.[name] ?? 0) - (b.menu?.[name] ?? 0))
    .map(({ path, menu }) => ({ href: path, word: wordOf(menu, me) }))
}

/** Every page with an entry that this reader may open, by its word. */
export function pagesFor(viewer: Viewer): readonly MenuLink[] {
  return declared
    .filter(({ audience }) => isFor(audience, viewer))
    .map(({ path, menu }) => ({ href: path, word: menu?.word ?? '' }))
    .toSorted((a, b) => a.word.localeCompare(b.word))
}

function wordOf(menu: MenuEntry | undefined, { inQueue = 0 }: Pick<Me, 'inQueue'>): string {
  return menu?.counts === undefined || inQueue === 0 ? (menu?.word ?? '') : `${menu.word} (${inQueue})`
}

function isFor(audience: RouteFacts['audience'], viewer: Viewer): boolean {
  if (audience === 'admin') return isAdmin(viewer)
  if (audience === 'staff') return isStaff(viewer)
  return audience !== 'member' || viewer.kind === 'member'
}
