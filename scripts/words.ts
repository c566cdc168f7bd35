/**
 * Words that the field's own have replaced (docs/glossary.md). None may come back as a name, in a
 * file's name or in a sentence of the interface.
 */

/** Parts of names, and what stands in their place. */
export const replacedNames: Readonly<Record<string, string>> = {
  deed: 'mutation, or action for what a button offers',
  deeds: 'mutations',
  derivation: 'trigger',
  derivations: 'triggers',
  wiring: 'server registry',
  insist: 'authorize, or require…',
  gated: 'permitted',
  hub: 'subscription manager',
  owed: 'pending',
  twin: 'Markdown page',
  twins: 'Markdown pages',
  happening: 'activity',
  happenings: 'activity',
  herd: 'thundering herd',
  breathe: 'yieldToEventLoop',
  desk: 'editor, form, panel or desktop',
  desks: 'forms',
  standing: 'karma stats, status or connection',
  standings: 'karma stats',
  remark: 'inline comment',
  remarks: 'inline comments',
}

/** Names that stand on purpose, each with its reason. */
export const allowedNames: readonly { readonly path: RegExp; readonly name: RegExp; readonly reason: string }[] = [
  {
    path: /^sync-server\/http\/(?:old-names|recent-mutations|forms\.test|answers\.test)/u,
    name: /deed/iu,
    reason: 'names of earlier builds, and stored ones',
  },
  { path: /^shared\/api\/schema\.ts$/u, name: /^api_deeds$/u, reason: 'the stored name of a table' },
  { path: /./u, name: /^remarks-seen$/u, reason: 'a stored name, in the browser' },
  { path: /./u, name: /^GitHub$/u, reason: 'a name' },
  { path: /./u, name: /^thunderingHerd|^thundering-herd|^ThunderingHerd/u, reason: 'the field’s word' },
  { path: /^scripts\/words/u, name: /./u, reason: 'this list' },
]

/** Phrases that no sentence of the interface has, and how it says that. */
export const replacedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/iu, 'name the subject: anyone who, people who'],
  [/\bput away\b/iu, 'archive, or move to Trash'],
  [/\btext of a machine\b/iu, 'AI-generated text'],
  [/\bhow you are told\b/iu, 'Notifications'],
]

export interface Finding {
  readonly path: string
  readonly found: string
  readonly instead: string
}

/** Parts of a name: `queuedDeed` and `queued-deed` are `queued`, `deed`. */
const partsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/gu) ?? []).map((part) => part.toLowerCase())

const isKept = (path: string, name: string): boolean => allowedNames.some((kept) => kept.path.test(path) && kept.name.test(name))

function insteadOf(path: string, name: string): string | null {
  if (isKept(path, name)) return null
  const part = partsOf(name).find((one) => Object.hasOwn(replacedNames, one))
  return part === undefined ? null : (replacedNames[part] ?? null)
}

/**
 * Names of more than one part wherever they stand; a single word only where it is declared, since
 * prose may use it as a plain word.
 */
export function replacedNamesIn(path: string, text: string): readonly Finding[] {
  const names = new Set<string>()
  for (const [name] of text.matchAll(/[A-Za-z][A-Za-z\d]*(?:[-_][A-Za-z\d]+)*/gu)) if (partsOf(name).length > 1) names.add(name)
  for (const [, name = ''] of text.matchAll(/\b(?:const|let|function|class|interface|type|readonly|import)\s+\{?\s*([A-Za-z]+)\b/gu))
    names.add(name)
  for (const name of partsOfPath(path)) names.add(name)
  return [...names].flatMap((name) => {
    const instead = insteadOf(path, name)
    return instead === null ? [] : [{ path, found: name, instead }]
  })
}

const partsOfPath = (path: string): readonly string[] => path.split('/').map((part) => part.split('.', 1)[0] ?? '')

/** Sentences are what stands between tags or in a quoted text with a space; comments are none. */
export function replacedPhrasesIn(path: string, text: string): readonly Finding[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gu, '')
  return replacedPhrases.flatMap(([phrase, instead]) => {
    const found = phrase.exec(code)
    return found === null ? [] : [{ path, found: found[0], instead }]
  })
}

/** At the limit of 400 lines: their comments become shorter when they are parted. */
export const widelyCommented: readonly string[] = [
  'bench/write.ts',
  'shared/text/render.ts',
  'sync-server/documents/document-state.ts',
  'sync-server/documents/peer.ts',
  'sync-server/documents/room.ts',
  'sync-server/http/app.ts',
  'sync-server/notify/notification-dispatcher.ts',
  'vite.config.ts',
  'web/data/documents/open-document.ts',
  'web/data/documents/room-link.ts',
  'web/data/sync/client.ts',
]

/**
 * Lines of comments above 100 columns; what cannot be broken (an address, a directive) may be
 * longer.
 */
export const wideComments = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.length > 100 && /^\s*(?:\/\/(?! oxlint)|\/\*|\* )/u.test(line) && /^\s*\S+\s+\S.{0,90}\s/u.test(line))
