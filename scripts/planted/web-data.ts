/** Faults of what the web layer stores and of its worker; each must be caught by `tests` within a minute. */
export const tests: readonly string[] = [
  '--project',
  'web',
  '--project',
  'dom',
  '--testTimeout=10000',
  'web/data/forget',
  'web/data/kept-text',
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
    name: 'another account’s kept text is shown',
    file: 'web/data/kept-text.ts',
    find: "return of === undefined || (viewer.kind === 'member' && viewer.userId === of)",
    replace: "return of === undefined || viewer.kind === 'member'",
  },
  {
    name: 'an older bridged text replaces the device’s newer one',
    file: 'web/data/device-drafts.ts',
    find: 'known !== undefined && Math.max(known.at, known.binnedAt ?? 0) > kept.at',
    replace: 'known !== undefined && known.at < 0',
  },
  {
    name: 'a draft that was sent comes back from the bin',
    file: 'web/data/device/drafts.ts',
    find: "if (why === 'sent') await",
    replace: "if (why === 'sent' && draft.at < 0) await",
  },
  {
    name: 'a word typed before a kept comment has come back destroys it',
    file: 'web/data/device/drafts.ts',
    find: 'const isUnseen = writer !== undefined &&',
    replace: 'const isUnseen = writer !== undefined && at < 0 &&',
  },
  {
    name: 'somebody who types without a pause has nothing kept',
    file: 'web/data/kept-text.ts',
    find: 'if (!waiting.has(form)) waiting.set(',
    replace: 'clearTimeout(waiting.get(form))\n    waiting.set(',
  },
  {
    name: 'a field emptied before its kept text has come back throws that away',
    file: 'web/data/kept-text.ts',
    find: 'return bases.delete(form) ? forgetKept(place) : undefined',
    replace: 'return forgetKept(place)',
  },
]

export default faults
