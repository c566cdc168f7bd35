// The one inline script of every page; its hash stands in the Content-Security-Policy, so it never
// differs between pages. It runs before the first paint: reader's settings, a buffer for early
// errors, a memory for the first mutation, the late start of the rest, and what needs nothing but
// an attribute: folding a branch of comments works as soon as it is there. On a public page a
// visitor gets the light script in place of the app (`data-light`, web/entry-light.ts), until
// something is touched that needs more.
(() => {
  const html = document.documentElement
  const tag = document.currentScript
  // Each name is said once: the whole script is at most 2 kB.
  const hear = addEventListener
  const data = (name) => tag.getAttribute('data-' + name)
  const say = (name, value) => html.setAttribute('data-' + name, value)
  // A member is here, or somebody with something of their own on this device (own, owes).
  let isKnown = /\bmember=/.test(document.cookie)
  say('js', '')
  try {
    const stored = localStorage
    isKnown ||= Object.keys(stored).some((key) => /^(ow|kept|unr)/.test(key))
    const look = JSON.parse(stored.getItem('look') || '{}')
    for (const name of 'theme size face width lines talk threads predictions glossary'.split(' ')) {
      if (/^[a-z0-9]+$/.test(look[name] || '')) say(name, look[name])
    }
    // The spotlight that was there last was dismissed (web/blocks/spotlights/dismissed.ts).
    if (stored.getItem('spotlight')) say('spotlight', '')
  } catch {}
  const errors = (window.__errors = [])
  const trusted = window.trustedTypes
  // The page's policy takes no plain string where a script is loaded; from this site it takes any.
  const path = { createScriptURL: (url) => (/^\/\w/.test(url) ? url : '') }
  const policy = trusted ? trusted.createPolicy('lyceum-start', path) : path
  const add = (name, more) => document.head.append(Object.assign(document.createElement(name), more))
  const load = (src, onerror) => add('script', { type: 'module', src: policy.createScriptURL(src), onerror })
  let files = (data('modules') || '').split(' ')
  const begin = () => {
    const [first, ...others] = files
    if (!first) return
    files = []
    late.light = 0
    for (const href of others) add('link', { rel: 'modulepreload', href })
    // Without the script the page is plain HTML: the mutation goes the plain way.
    load(first, () => {
      try {
        // Without a network nothing is wrong, and the next page does without as well.
        if (navigator.onLine) localStorage.setItem('unreported', JSON.stringify(['Error: no script', ...errors.map((event) => '' + (event.error || event.reason))]))
      } catch {}
      late.ready = true
      late.mutation?.form?.requestSubmit(late.mutation.by)
    })
  }
  const late = (window.__late = { ready: false, mutation: null, light: isKnown ? 0 : data('light'), begin, policy })
  const note = (event) => {
    if (errors.length < 20) errors.push(event)
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
    window.requestIdleCallback?.(start, { timeout: 4000 }) ?? setTimeout(start, 200)
  })
})()
