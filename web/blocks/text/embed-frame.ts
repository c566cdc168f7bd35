import type { EmbedFrame } from '#shared/text/embeds.ts'

/**
 * A frame that runs the other site's scripts on that site's own origin, and can do nothing to this
 * page. The policy lets the known hosts in, nobody else.
 */
export function embedFrameElement({ src, name }: EmbedFrame): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.className = 'embed-frame'
  frame.title = name
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups')
  frame.allow = 'fullscreen; picture-in-picture'
  // YouTube refuses to play where it is not told the site; no more than the origin is said.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = src
  return frame
}
