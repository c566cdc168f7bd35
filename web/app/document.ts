import type { HandOver } from '../data/answer.ts'
import { packLists } from '#shared/pages/packed-lists.ts'
import type { ClientFiles } from './client-files.ts'
import { packHandOver } from './pack-hand-over.ts'
import { namedSheets, sheets, withSheets } from './style-sheets.ts'
import type { Sheet } from './style-sheets.ts'
import { escapeHtml, headTags, jsonForScript, tagHtml } from './head.ts'
import { ageScript, inlineScript } from './inline-script.ts'
import { sprite } from '../ui/sprite.ts'
import { links } from '#shared/links.ts'

/**
 * The whole document around the rendered tree. `app` is HTML from React. Its language is the
 * product's: texts that people wrote say their own.
 */
export function documentHtml({ site, at, answer }: HandOver, app: string, files: ClientFiles, kinds?: readonly Sheet[]): string {
  const { head } = answer
  // The browser already has the bodies, as HTML; what the head says to others is no matter of the
  // app.
  const { jsonLd: _jsonLd, feeds: _feeds, ...kept } = head
  const handOver = packHandOver({ site, at, answer: { ...answer, head: kept, bodies: {} } })
  const { head: waitedFor, below, later } = namedSheets(app, kinds)
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(files, waitedFor, later)}
${headTags(head, site, answer.problem === null ? answer.showing : '')
  .map(tagHtml)
  .join('\n')}
</head>
<body>
${sprite}
<div id="app">${withSheets(app, below, (sheet) => linkTo(files, sheet))}</div>
<script type="application/json" id="hand-over">${jsonForScript(handOver, packLists)}</script>
</body>
</html>
`
}

/** What every document has, error pages too. @param later for browsers without scripts. */
export function commonHead(files: ClientFiles, waitedFor: readonly Sheet[] = sheets, later: readonly Sheet[] = []): string {
  const modules = files.modules.length === 0 ? '' : ` data-modules="${files.modules.map(escapeHtml).join(' ')}"`
  const light = files.light === null ? '' : ` data-light="${escapeHtml(files.light)}"`
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">',
    `<script${modules}${light}>${inlineScript}</script>`,
    `<script>${ageScript}</script>`,
    ...files.styles.map((href) => linkHtml(href)),
    ...waitedFor.map((sheet) => linkTo(files, sheet)),
    ...(files.sheets === null ? [] : [linkHtml(files.sheets.print, 'print')]),
    ...(later.length === 0 ? [] : [`<noscript>${later.map((sheet) => linkTo(files, sheet)).join('')}</noscript>`]),
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#fdfcf9" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)">',
    `<link rel="manifest" href="${links.manifest()}">`,
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
    '<link rel="icon" href="/icons/icon-32.png" sizes="32x32" type="image/png">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
  ].join('\n')
}

const linkTo = (files: ClientFiles, sheet: Sheet): string => (files.sheets === null ? '' : linkHtml(files.sheets[sheet]))
const linkHtml = (href: string, media?: 'print'): string =>
  `<link rel="stylesheet" href="${escapeHtml(href)}"${media === undefined ? '' : ` media="${media}"`}>`
