/**
 * Which style sheets a document names (web/ui/styles/index.css). The first one and those of the
 * page's kind are waited for; what lies below a text comes with its sheet in the body; the rest
 * comes with the app, and is named for browsers without scripts.
 */
export const sheets = ['essay', 'lists', 'foot', 'discussion', 'rare', 'letters', 'more'] as const
export type Sheet = (typeof sheets)[number]
/** Every document names it, and no screen waits for it. */
export const printSheet = 'print'

export interface NamedSheets {
  /** Waited for before anything is painted. */
  readonly head: readonly Sheet[]
  /** Named in the body by `<SheetHere>`: what stands above is painted without it. */
  readonly below: readonly Sheet[]
  /** Nothing of the page needs it until something is touched. */
  readonly later: readonly Sheet[]
}

/**
 * @param app the page's HTML.
 * @param kinds what its route says (`FeatureRoute.sheets`); `undefined`: the page is not only read,
 *   and waits for all of them.
 */
export function namedSheets(app: string, kinds: readonly Sheet[] | undefined): NamedSheets {
  if (kinds === undefined) return { head: sheets, below: [], later: [] }
  const isBelow = (sheet: Sheet) => app.includes(markOf(sheet))
  const wanted: readonly Sheet[] = [
    ...kinds,
    ...(hasRare(app) ? ['rare' as const] : []),
    ...(hasLetters.test(app) ? ['letters' as const] : []),
  ]
  return {
    head: wanted.filter((sheet) => !isBelow(sheet)),
    below: sheets.filter(isBelow),
    later: ['more'],
  }
}

/** Puts the links of `below` where the page wants them. */
export function withSheets(app: string, below: readonly Sheet[], linkTo: (sheet: Sheet) => string): string {
  return below.reduce((html, sheet) => html.replace(`${markOf(sheet)}></div>`, () => `${markOf(sheet)}>${linkTo(sheet)}</div>`), app)
}

/** As React writes `<SheetHere>`. */
const markOf = (sheet: Sheet): string => `<div hidden="" data-sheet="${sheet}"`

/** What rare.css draws. Better once too often than a text without it. */
const hasRare = (app: string): boolean =>
  /class="(?:[^"]* )?(?:machine|poll|prediction|embed|spoiler|fold|guide-list|tex|math)[ "-]|<(?:mark|math)[ >]/u.test(app) ||
  /\blang="(?:ja|zh|ko)[-"]/u.test(app) ||
  // Of these only what is emphasized looks otherwise, which no link to a text is.
  /<(?!a |h1 )\w+ [^>]*\blang="(?:ar|fa|ur|ps|ckb|he|yi|hi|mr|ne|bn|th|lo|km|my)[-"]/u.test(app) ||
  (app.includes('class="essay') && /<(?:pre|table|hr)[ />]/u.test(app))

/** One of letters.css. */
const hasLetters =
  /[\u00A1-\u00A2\u00A4-\u00A6\u00A8\u00AA\u00AC-\u00AF\u00B1-\u00B4\u00B8-\u00BA\u00BC-\u00BF\u0100-\u02CC\u02CE-\u02D7\u02DA\u02DC-\u02FF\u1D00-\u1DBF\u1E00-\u1EFF\u2000-\u200F\u2016-\u2017\u2020-\u2021\u2023-\u2025\u2027-\u202E\u2030-\u2038\u203B-\u206F\u20A0-\u20AB\u20AD-\u20C4\u2113\u2122\u2215\u2C60-\u2C7F\uA720-\uA7FF\uFEFF\uFFFD]|\u0304|\u0308|\u0329/u
