// The one inline script of every page; its hash stands in the Content-Security-Policy, so it never
// differs between pages. It runs before the first paint: reader's settings, a buffer for early
// errors, a memory for the first mutation, the late start of the rest, and what needs nothing but
// an attribute: folding a branch of comments works as soon as it is there. On a public page a
// visitor gets the light script in place of the app (`data-light`, web/entry-light.ts), until
// something is touched that needs more.
(() => {
  const win = window
  const look = document.documentElement.dataset
  const { light = null, modules = '' } = document.currentScript.dataset
  // Each name is said once: the whole script is at most 2 kB.
  const hear = addEventListener
  // A member is here, or somebody with something of their own on this device (own, owes).
  let isKnown = /\bmember=/.test(document.cookie)
  // 1: a page that was made for everyone offers a member no sign-in before it is known who is here.
  look.js = +isKnown
  try {
    const stored = localStorage
    isKnown ||= Object.keys(stored).some((key) => /^(ow|kept|unr)/.test(key))
    const chosen = JSON.parse(stored.getItem('look') || '{}')
    // Whatever web/data/look.ts has stored; of anything damaged, nothing.
    for (const name in chosen) if (/^[a-z]+:[a-z0-9]+$/.test(name + ':' + chosen[name])) look[name] = chosen[name]
    // The app gives a discussion its reader's order, hides names, adds first lines: not in the
    // middle of reading.
    isKnown ||= !!(chosen.order || chosen.names) || chosen.lists == 'long'
    // What was sent away from the top of lists (web/data/dismissed.ts).
    const gone = stored.getItem('gone')
    if (gone) look.gone = gone
  } catch {}
  const errors = (win.__errors = [])
  const trusted = win.trustedTypes
  // The page's policy takes no plain string where a script is loaded; from this site it takes any.
  const path = { createScriptURL: (url) => (/^\/\w/.test(url) ? url : '') }
  const policy = trusted ? trusted.createPolicy('lyceum-start', path) : path
  const add = (name, more) => document.head.append(Object.assign(document.createElement(name), more))
  const load = (src, onerror) => add('script', { type: 'module', src: policy.createScriptURL(src), onerror })
  const [first, ...others] = modules.split(' ')
  let isDone = !first
  const begin = () => {
    if (isDone) return
    isDone = 1
    late.light = 0
    for (const href of others) add('link', { rel: 'modulepreload', href })
    load(first, () => {
      const isLost = navigator.onLine
      // The next start tells what was wrong. Without a network nothing is, and the next page does
      // without as well.
      const wrong = errors.map((event) => '' + (event.error || event.reason))
      if (isLost) wrong.unshift('Error: no script')
      try {
        if (wrong[0]) localStorage.setItem('unreported', JSON.stringify(wrong))
      } catch {}
      // A visitor reads on, and the next touch tries again.
      if (!isLost && late.missed) {
        isDone = 0
        late.light = light
        return late.missed()
      }
      // Without the script the page is plain HTML: the mutation goes the plain way.
      look.js = late.ready = true
      late.mutation?.form?.requestSubmit(late.mutation.by)
    })
  }
  const late = (win.__late = { ready: false, mutation: null, light: isKnown ? 0 : light, begin, policy })
  const note = (event) => {
    if (!errors[19]) errors.push(event)
    if (late.light) begin()
  }
  hear('error', note)
  hear('unhandledrejection', note)
  // The browser may offer to install before anybody here is ready to ask (web/app, install offer).
  hear('beforeinstallprompt', (event) => {
    event.preventDefault()
    late.install = event
  })
  // One mutation is held; a second try is impatience or trouble, and goes the plain way.
  const hold = (event, form, by) => {
    if (late.ready || late.mutation) return
    event.preventDefault()
    event.stopImmediatePropagation()
    late.mutation = { form, by }
    begin()
  }
  hear('submit', (event) => {
    if (event.target.hasAttribute('data-enhance')) hold(event, event.target, event.submitter)
  }, true)
  hear('click', (event) => {
    const by = event.target.closest?.('[data-live]')
    if (by) hold(event, null, by)
  }, true)
  // At the end of a click, after whoever else has heard it. Attributes, not classes: those are
  // React's, which sets them anew when a branch grows.
  hear('click', (event) => {
    const by = event.target.closest?.('.c-fold, .c-open')
    const item = by && !event.defaultPrevented && by.closest('li')
    if (!item) return
    if (by.matches('.c-fold')) return by.setAttribute('aria-expanded', !item.toggleAttribute('data-folded'))
    item.setAttribute('data-open', '')
    // The whole comment takes the focus from the button that goes.
    const article = by.closest('article')
    article.tabIndex = -1
    article.focus({ preventScroll: true })
  })
  hear('DOMContentLoaded', () => {
    const start = () => (late.light ? load(late.light) : begin())
    win.requestIdleCallback?.(start, { timeout: 4000 }) ?? setTimeout(start, 200)
  })
})()
