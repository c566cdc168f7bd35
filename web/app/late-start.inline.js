// The one inline script of every page; its hash stands in the Content-Security-Policy, so it never differs between pages.
// It runs before the first paint: reader's settings, a buffer for early errors, a memory for the first mutation, the late start of the rest, and what
// needs nothing but an attribute: folding a branch of comments works as soon as it is there.
(() => {
  const html = document.documentElement
  const tag = document.currentScript
  html.setAttribute('data-js', '')
  try {
    const look = JSON.parse(localStorage.getItem('look') || '{}')
    for (const name of 'theme size face width lines talk threads predictions glossary'.split(' ')) {
      if (/^[a-z0-9]+$/.test(look[name] || '')) html.setAttribute('data-' + name, look[name])
    }
    // The spotlight that was there last was dismissed (web/blocks/spotlights/dismissed.ts).
    if (localStorage.getItem('spotlight')) html.setAttribute('data-spotlight', '')
  } catch {}
  const errors = (window.__errors = [])
  const note = (event) => errors.length < 20 && errors.push(event)
  addEventListener('error', note)
  addEventListener('unhandledrejection', note)
  const late = (window.__late = { ready: false, mutation: null })
  // The browser may offer to install before anybody here is ready to ask (web/app, install offer).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    late.install = event
  })
  let begun = false
  const begin = () => {
    const files = (tag.getAttribute('data-modules') || '').split(' ')
    if (begun || !files[0]) return
    begun = true
    for (const file of files.slice(1)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    // The page's policy takes no plain string here; from this site it takes any script.
    const trusted = window.trustedTypes
    const path = { createScriptURL: (url) => (/^\/\w/.test(url) ? url : '') }
    script.src = (trusted ? trusted.createPolicy('lyceum-start', path) : path).createScriptURL(files[0])
    // Without the script the page is plain HTML: the mutation goes the plain way.
    script.onerror = () => {
      try {
        localStorage.setItem('unreported', '["Error: no script"]')
      } catch {}
      late.ready = true
      if (late.mutation && late.mutation.form) late.mutation.form.requestSubmit(late.mutation.by)
    }
    document.head.append(script)
  }
  // One mutation is held; a second try is impatience or trouble, and goes the plain way.
  const hold = (event, mutation) => {
    if (late.ready || late.mutation) return
    event.preventDefault()
    event.stopImmediatePropagation()
    late.mutation = mutation
    begin()
  }
  addEventListener('submit', (event) => {
    if (event.target.hasAttribute('data-enhance')) hold(event, { form: event.target, by: event.submitter })
  }, true)
  addEventListener('click', (event) => {
    const by = event.target.closest && event.target.closest('[data-live]')
    if (by) hold(event, { form: null, by })
  }, true)
  // At the end of a click, after whoever else has heard it. Attributes, not classes: those are React's, which sets them anew when a branch grows.
  addEventListener('click', (event) => {
    const by = event.target.closest && event.target.closest('.c-fold, .c-open')
    const item = by && !event.defaultPrevented && by.closest('li')
    if (!item) return
    if (by.matches('.c-fold')) return by.setAttribute('aria-expanded', !item.toggleAttribute('data-folded'))
    item.setAttribute('data-open', '')
    // The whole comment takes the focus from the button that goes.
    const article = by.closest('article')
    article.tabIndex = -1
    article.focus({ preventScroll: true })
  })
  addEventListener('DOMContentLoaded', () => {
    if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: 4000 })
    else setTimeout(begin, 200)
  })
})()
