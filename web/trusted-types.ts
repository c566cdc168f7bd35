/**
 * The one place where a text becomes HTML, and an address a script
 * (docs/decisions/0032-trusted-types.md). Pages demand Trusted Types: the browser refuses a plain
 * string wherever HTML is parsed or a script is loaded. Browsers without them take the string, as
 * before.
 */
import type { TrustedPolicy } from '#shared/pages/trusted-policies.ts'

interface PolicyRules {
  readonly createHTML?: (html: string) => string
  readonly createScriptURL?: (url: string) => string
}

/** As far as TypeScript's own DOM types know, all sinks take strings. */
interface PolicyFactory {
  createPolicy(name: TrustedPolicy, rules: PolicyRules): Required<PolicyRules>
}

declare const isRendered: unique symbol

/**
 * HTML that the site's renderer has written: a `TrustedHTML` where the browser knows these, else
 * the string.
 */
export interface RenderedHtml {
  readonly [isRendered]: true
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory }

/**
 * Elements that the renderer never writes. It escapes every text, so that such a tag can only be
 * somebody else's: it is shown, not obeyed.
 */
const foreignTag = /<(?=\/?(?:script|style|iframe|object|embed|base|meta|link|template)[\s/>])/giu

/** The worker, and what the build has made. */
const ownScript = /^\/(?:sw\.js|assets\/[\w.-]+\.js)$/u

const policy = trustedTypes?.createPolicy('lyceum', {
  createHTML: (html) => html.replace(foreignTag, '&lt;'),
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href)
    if (origin !== location.origin || !ownScript.test(pathname)) throw new TypeError(`not a script of this site: ${url}`)
    return url
  },
})

/** Whole documents of the site: what is parsed apart is not run, and is never put into a page. */
const parsing = trustedTypes?.createPolicy('lyceum-parse', { createHTML: (html) => html })

/**
 * @param html written by shared/text/render.ts or by KaTeX, on the server or here; not what
 *   somebody typed or another site has sent.
 */
export function renderedHtml(html: string): RenderedHtml {
  // A TrustedHTML, which TypeScript takes for a string; React takes either.
  return (policy === undefined ? html : policy.createHTML(html)) as unknown as RenderedHtml
}

/** Replaces what is in `element`. */
export function setHtml(element: Element, html: RenderedHtml): void {
  // The property takes a TrustedHTML, and a string where there are none.
  element.innerHTML = html as unknown as string
}

/** Reads a page of this site apart: no script of it runs, no picture is loaded. */
export const parsePage = (html: string): Document =>
  new DOMParser().parseFromString(parsing === undefined ? html : parsing.createHTML(html), 'text/html')

/** Starts a worker of the build. @throws TypeError where the address is not one. */
export const startWorker = (url: string, name: string): Worker => new Worker(scriptUrl(url), { type: 'module', name })

/**
 * Where workers are blocked a browser may answer nothing.
 * @throws TypeError where the address is not a script of this site.
 */
export const registerServiceWorker = (container: ServiceWorkerContainer, url: string): Promise<ServiceWorkerRegistration | undefined> =>
  container.register(scriptUrl(url))

/**
 * A document without content, in standards mode: for the frames in which a page is copied to draw
 * it (`trustedFrames` in vite.config.ts).
 * @public
 */
export const emptyPage = (): RenderedHtml => renderedHtml('<!doctype html><html><title></title><body></body></html>')

/** @throws TypeError where the address is not a script of this site. */
export function scriptUrl(url: string): string {
  return policy === undefined ? url : policy.createScriptURL(url)
}
