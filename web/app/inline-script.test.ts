import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { trustedPolicies } from '#shared/pages/trusted-policies.ts'
import { lookNames } from '#shared/reading/look.ts'
import { lookKey } from '../data/look.ts'
import { inlineScript } from './inline-script.ts'

type Listener = (event: Readonly<Record<string, unknown>>) => void

interface Visit {
  readonly trustedTypes?: object
  /** The light script's address. */
  readonly light?: string | null
  readonly cookie?: string
  /** Names in the browser's store. */
  readonly keys?: readonly string[]
  readonly onLine?: boolean
  /** What else is stored, by name. */
  readonly items?: Readonly<Record<string, string>>
}

/** Runs the script where a browser would: with just the parts of a window that it touches. */
function runScript(
  stored: string | null | Error,
  modules = '/a.js /b.js',
  { trustedTypes, light = null, cookie = '', keys = [], onLine = true, items = {} }: Visit = {},
) {
  const attributes = new Map<string, string>()
  const listeners = new Map<string, Listener>()
  const appended: Record<string, unknown>[] = []
  const kept = new Map<string, string>()
  const window: Record<string, unknown> = trustedTypes === undefined ? {} : { trustedTypes }
  const dataset = new Proxy<Record<string, string>>(
    {},
    {
      set(_target, name, value: string) {
        attributes.set(`data-${String(name)}`, value)
        return true
      },
    },
  )
  const context = {
    window,
    navigator: { onLine },
    document: {
      documentElement: { dataset },
      cookie,
      currentScript: { dataset: { modules, ...(light === null ? {} : { light }) } },
      createElement: (tag: string) => ({ tag }),
      head: { append: (element: Record<string, unknown>) => appended.push(element) },
    },
    localStorage: {
      ...Object.fromEntries(keys.map((key) => [key, '1'])),
      getItem(key: string) {
        if (stored instanceof Error) throw stored
        return key === lookKey ? stored : (items[key] ?? null)
      },
      setItem: (key: string, value: string) => kept.set(key, value),
    },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    setTimeout: (run: () => void) => run(),
  }
  runInNewContext(inlineScript, context)
  const submit = () => {
    const event = {
      isStopped: false,
      target: { hasAttribute: () => true },
      submitter: null,
      preventDefault() {},
      stopImmediatePropagation() {
        event.isStopped = true
      },
    }
    listeners.get('submit')?.(event)
    return event.isStopped
  }
  return { attributes, appended, listeners, submit, window, kept }
}

const start = (listeners: ReadonlyMap<string, Listener>) => listeners.get('DOMContentLoaded')?.({})
const sourcesOf = (appended: readonly Readonly<Record<string, unknown>>[]) => appended.flatMap(({ src }) => src ?? [])

describe('the inline script', () => {
  test('is at most 2 kB and constant', () => {
    expect(new TextEncoder().encode(inlineScript).length).toBeLessThanOrEqual(2048)
    expect(inlineScript).not.toMatch(/<\/|<!--/u)
  })

  test('knows every setting of the reader by the name and key under which it is stored', () => {
    const look = Object.fromEntries(lookNames.map((name) => [name, 'x1']))
    const { attributes } = runScript(JSON.stringify(look))
    expect([...attributes.keys()].sort()).toEqual(['data-js', ...lookNames.map((name) => `data-${name}`)].sort())
  })

  test.each([
    ['nothing', null],
    ['damaged JSON', '{'],
    ['another kind of value', '"dark"'],
    ['markup', JSON.stringify({ theme: '"><script>', size: '3 "', face: '' })],
    ['forbidden storage', new Error('denied')],
  ])('sets no attribute from %s', (_what, stored) => {
    expect([...runScript(stored).attributes.keys()]).toEqual(['data-js'])
  })

  test('says what was dismissed before anything is painted', () => {
    expect(runScript(null, '/a.js', { items: { gone: 'spotlight welcome' } }).attributes.get('data-gone')).toBe('spotlight welcome')
  })

  test('asks for all files of the page once, the entry as a module', () => {
    const { appended, listeners } = runScript(null)
    expect(appended).toEqual([])
    start(listeners)
    start(listeners)
    expect(appended).toMatchObject([
      { tag: 'link', href: '/b.js' },
      { tag: 'script', type: 'module', src: '/a.js' },
    ])
  })

  test('loads the entry by a policy that the page allows, and nothing from another site', () => {
    const made: string[] = []
    const trustedTypes = {
      createPolicy: (name: string, { createScriptURL }: { createScriptURL: (url: string) => string }) => {
        made.push(name)
        return { createScriptURL: (url: string) => ({ trusted: createScriptURL(url) }) }
      },
    }
    const srcOf = (modules: string) => {
      const { appended, submit } = runScript(null, modules, { trustedTypes })
      submit()
      return appended.at(-1)?.['src']
    }
    expect(srcOf('/assets/a.js')).toEqual({ trusted: '/assets/a.js' })
    expect([srcOf('//elsewhere.example/a.js'), srcOf('https://elsewhere.example/a.js'), srcOf('data:,alert()')]).toEqual(
      Array.from({ length: 3 }, () => ({ trusted: '' })),
    )
    expect(trustedPolicies).toEqual(expect.arrayContaining(made))
    expect(made).toHaveLength(4)
  })

  test('holds the first submit and lets the second go the plain way', () => {
    const { submit, appended } = runScript(null)
    expect([submit(), submit()]).toEqual([true, false])
    expect(appended.length).toBe(2)
  })

  test('keeps at most 20 early errors', () => {
    const { listeners, window } = runScript(null)
    for (let count = 0; count < 30; count += 1) listeners.get('error')?.({})
    expect(window['__errors']).toHaveLength(20)
  })

  test('brings a visitor the light script alone, and the app with the first mutation or error', () => {
    const visit = () => {
      const visited = runScript(null, '/a.js /b.js', { light: '/light.js' })
      start(visited.listeners)
      return visited
    }
    const { appended, submit } = visit()
    expect(appended).toMatchObject([{ tag: 'script', type: 'module', src: '/light.js' }])
    submit()
    expect(sourcesOf(appended)).toEqual(['/light.js', '/a.js'])
    const failed = visit()
    failed.listeners.get('error')?.({})
    expect(sourcesOf(failed.appended)).toEqual(['/light.js', '/a.js'])
  })

  test.each<[string, Visit]>([
    ['a member signs in here', { cookie: 'device=x; member=1' }],
    ['a sign-out is pending', { keys: ['owes-sign-out'] }],
    ['an error could not be told', { keys: ['unreported'] }],
    ['words were bridged', { keys: ['kept:comment:x#y'] }],
    ['a visitor has something of their own', { keys: ['own-here'] }],
  ])('brings the app where %s', (_where, visit) => {
    const { appended, listeners } = runScript(null, '/a.js', { ...visit, light: '/light.js' })
    start(listeners)
    expect(sourcesOf(appended)).toEqual(['/a.js'])
  })

  test('says whether a member signs in here, so that no sign-in is offered before it is known who is here', () => {
    expect(String(runScript(null, '/a.js', { cookie: 'member=1' }).attributes.get('data-js'))).toBe('1')
    expect(String(runScript(null, '/a.js', { keys: ['own-here'] }).attributes.get('data-js'))).toBe('0')
  })

  test('goes on without the app where a visitor has no network for it: the next touch asks again, and an error is reported at the next start', () => {
    const { appended, listeners, submit, window, kept } = runScript(null, '/a.js', { light: '/light.js', onLine: false })
    start(listeners)
    const late = window['__late'] as { light: unknown; ready: boolean; mutation: unknown; missed?: () => void } // the script's own
    const fail = () => (appended.at(-1) as { readonly onerror: () => void }).onerror()
    let missed = 0
    late.missed = () => {
      missed += 1
      late.mutation = null
    }
    expect(submit()).toBe(true)
    fail()
    expect([missed, late.light, late.ready, [...kept]]).toEqual([1, '/light.js', false, []])
    listeners.get('error')?.({ error: new Error('planted') })
    fail()
    expect([missed, [...kept]]).toEqual([2, [['unreported', '["Error: planted"]']]])
    expect([submit(), sourcesOf(appended)]).toEqual([true, ['/light.js', '/a.js', '/a.js', '/a.js']])
  })

  test('gives a form its plain way where the app cannot be had though there is a network', () => {
    const { appended, attributes, listeners, window, kept } = runScript(null, '/a.js', { light: '/light.js', cookie: 'member=1' })
    start(listeners)
    const late = window['__late'] as { ready: boolean; missed?: () => void } // the script's own
    late.missed = () => {}
    listeners.get('error')?.({ error: new Error('planted') })
    ;(appended.at(-1) as { readonly onerror: () => void }).onerror()
    // And sign-in is offered again.
    expect(String(attributes.get('data-js'))).not.toBe('1')
    expect([late.ready, [...kept]]).toEqual([true, [['unreported', '["Error: no script","Error: planted"]']]])
  })
})
