/**
 * Hosts whose pages may stand in an essay as an embed. The pattern finds the id; the address is
 * rebuilt from it.
 */
const providers = [
  {
    name: 'youtube',
    title: 'YouTube',
    pattern: /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&][\w=&%.-]*)?$/,
    address: (id: string) => `https://www.youtube.com/watch?v=${id}`,
    what: 'video',
    frame: (id: string) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'vimeo',
    title: 'Vimeo',
    pattern: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})$/,
    address: (id: string) => `https://vimeo.com/${id}`,
    what: 'video',
    frame: (id: string) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
  {
    name: 'metaculus',
    title: 'Metaculus',
    pattern: /^https?:\/\/(?:www\.)?metaculus\.com\/questions\/(\d{1,9})(?:\/[\w-]*\/?)?$/,
    address: (id: string) => `https://www.metaculus.com/questions/${id}/`,
    what: 'question',
    frame: (id: string) => `https://www.metaculus.com/questions/embed/${id}/`,
  },
  {
    name: 'manifold',
    title: 'Manifold',
    pattern: /^https?:\/\/(?:www\.)?manifold\.markets\/(\w{1,60}\/[\w-]{1,100})$/,
    address: (id: string) => `https://manifold.markets/${id}`,
    what: 'market',
    frame: (id: string) => `https://manifold.markets/embed/${id}`,
  },
  {
    name: 'observable',
    title: 'Observable',
    pattern: /^https?:\/\/observablehq\.com\/(@[\w-]{1,60}\/[\w-]{1,100})$/,
    address: (id: string) => `https://observablehq.com/${id}`,
    what: 'notebook',
    frame: (id: string) => `https://observablehq.com/embed/${id}?cell=*`,
  },
] as const

export type Embed = { readonly provider: string; readonly url: string }

/**
 * The embed that an address stands for, in its one canonical spelling, or `null` for any other
 * address.
 */
export function embedOf(url: string): Embed | null {
  if (url.length > 300) return null
  for (const provider of providers) {
    const id = provider.pattern.exec(url)?.[1]
    if (id !== undefined) return { provider: provider.name, url: provider.address(id) }
  }
  return null
}

export interface EmbedFrame {
  readonly src: string
  /** What a reader loads by it: "video from YouTube". */
  readonly name: string
}

/**
 * What is framed for an embed, once a reader asks for it; `null` where nothing is known of its
 * address.
 */
export function embedFrame(url: string): EmbedFrame | null {
  if (url.length > 300) return null
  for (const provider of providers) {
    const id = provider.pattern.exec(url)?.[1]
    if (id !== undefined) return { src: provider.frame(id), name: `${provider.what} from ${provider.title}` }
  }
  return null
}

/** Origins that a page may frame; all others the policy forbids. */
export const frameOrigins: readonly string[] = providers.map(({ frame }) => frame('').split('/').slice(0, 3).join('/'))

/** For a list of what may be embedded. */
export const embedTitles: readonly string[] = providers.map(({ title }) => title)

/** The name a reader knows: "YouTube" for `youtube`. */
export function providerTitle(name: string): string {
  return providers.find((provider) => provider.name === name)?.title ?? name
}
