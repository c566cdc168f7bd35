/**
 * Faults of what the web layer stores and of its worker; each must be caught by `tests` within a
 * minute.
 */
export const tests: readonly string[] = [
  '--project',
  'web',
  '--project',
  'dom',
  '--testTimeout=10000',
  'web/data/forget',
  'web/data/saved-text',
  'web/data/typed-words',
  'web/data/votes',
  'web/data/device/drafts',
  'web/worker',
  'web/app/safe-to-leave',
]

const faults = [
  {
    name: 'caches are left on the device after signing out',
    file: 'web/data/forget.ts',
    find: "await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)))",
    replace: "await Promise.all(names.filter((name) => name === '').map((name) => caches.delete(name)))",
  },
  {
    name: 'a captive portal counts as the server that has ended the session',
    file: 'web/data/forget.ts',
    find: "if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return false",
    replace: 'if (!response.ok) return false',
  },
  {
    name: 'a gateway’s 504 is shown in place of the kept page',
    file: 'web/worker/answer-navigation.ts',
    find: 'status === 502 || status === 504',
    replace: 'status === 502',
  },
  {
    name: 'a document of another build is shown',
    file: 'web/worker/answer-navigation.ts',
    find: 'return kept?.build === build ? kept : undefined',
    replace: 'return build === undefined ? undefined : kept',
  },
  {
    name: 'a new worker takes over while something is typed in one of the tabs',
    file: 'web/worker/take-over.ts',
    find: 'answers.every((answer) => answer)',
    replace: 'answers.some((answer) => answer)',
  },
  {
    name: 'a page counts as safe to leave while something is typed that is kept nowhere',
    file: 'web/app/safe-to-leave.ts',
    find: "return fields.every((field) => !isTyped(field) || field.closest('form[data-keep], [data-kept]') !== null)",
    replace: "return fields.every((field) => !isTyped(field) || field.closest('form, [data-kept]') !== null)",
  },
  {
    name: 'the server’s vote goes before one’s own unsent vote',
    file: 'web/data/votes.ts',
    find: 'here.get(name) ?? said.get(name) ?? 0',
    replace: 'said.get(name) ?? here.get(name) ?? 0',
  },
  {
    name: 'another account’s bridged words are shown',
    file: 'web/data/typed-words/bridge.ts',
    find: "return of === undefined || (viewer.kind === 'member' && viewer.userId === of)",
    replace: "return of === undefined || viewer.kind === 'member'",
  },
  {
    name: 'a draft that was sent comes back from the bin',
    file: 'web/data/device/drafts.ts',
    find: "if (why === 'sent') await",
    replace: "if (why === 'sent' && draft.at < 0) await",
  },
  {
    name: 'a word typed before a kept text has come back destroys it',
    file: 'web/data/typed-words/typed-row.ts',
    find: 'const isJoined = isKept && !isOwn && !isKnown',
    replace: 'const isJoined = isKept && !isOwn && !isKnown && at < 0',
  },
  {
    name: 'a form replaces a row that it has not seen because it has had a part in it',
    file: 'web/data/typed-words/typed-row.ts',
    find: '...(by !== undefined && !isJoined && { by })',
    replace: '...(by !== undefined && { by })',
  },
  {
    name: 'typed words are called kept before they are on disk',
    file: 'web/data/typed-words/typed-store.ts',
    find: "db.transaction(rows, mode, { durability: 'strict' })",
    replace: 'db.transaction(rows, mode)',
  },
  {
    name: 'a save is done before its transaction is',
    file: 'web/data/typed-words/typed-store.ts',
    find: 'work(tx.objectStore(rows), (found) => (value = found))',
    replace: 'work(tx.objectStore(rows), (found) => resolve((value = found)))',
  },
  {
    name: 'after a sign-out in another tab typed words are written again',
    file: 'web/data/typed-words/typed-store.ts',
    find: "if (isOver) return Promise.reject(new Error('signed out'))",
    replace: '',
  },
  {
    name: 'what was sent after its page went away comes back',
    file: 'web/data/typed-words/typed-row.ts',
    find: 'if (before !== undefined || base === undefined) return values',
    replace: 'if (before !== undefined || base !== undefined) return values',
  },
  {
    name: 'a visitor’s words replace those of the account that signs in',
    file: 'web/data/device/drafts.ts',
    find: 'rowAfter(await tx.drafts.get(place), place, { values, at })',
    replace: 'rowAfter(undefined, place, { values, at })',
  },
  {
    name: 'somebody who types without a pause has nothing kept',
    file: 'web/data/saved-text.ts',
    find: 'if (!waiting.has(form)) waiting.set(',
    replace: 'clearTimeout(waiting.get(form))\n    waiting.set(',
  },
  {
    name: 'a field emptied before its kept text has come back throws that away',
    file: 'web/data/saved-text.ts',
    find: 'if (typed === null && base === undefined) return setState(place, null)',
    replace: 'if (typed === null) return wordsNow().forget(place)',
  },
]

export default faults
