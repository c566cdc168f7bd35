/** Hosts whose pages may stand in an essay as an embed. The pattern finds the id; the address is rebuilt from it. */
const providers = [
  {
    name: 'youtube',
    title: 'YouTube',
    pattern: /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&][\w=&%.-]*)?$/,
    address: (id: string) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'vimeo',
    title: 'Vimeo',
    pattern: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})$/,
    address: (id: string) => `https://vimeo.com/${id}`,
  },
  {
    name: 'metaculus',
    title: 'Metaculus',
    pattern: /^https?:\/\/(?:www\.)?metaculus\.com\/questions\/(\d{1,9})(?:\/[\w-]*\/?)?$/,
    address: (id: string) => `https://www.metaculus.com/questions/${id}/`,
  },
  {
    name: 'manifold',
    title: 'Manifold',
    pattern: /^https?:\/\/(?:www\.)?manifold\.markets\/(\w{1,60}\/[\w-]{1,100})$/,
    address: (id: string) => `https://manifold.markets/${id}`,
  },
  {
    name: 'observable',
    title: 'Observable',
    pattern: /^https?:\/\/observablehq\.com\/(@[\w-]{1,60}\/[\w-]{1,100})$/,
    address: (id: string) => `https://observablehq.com/${id}`,
  },
] as const

export type Embed = { readonly provider: string; readonly url: string }

/** The embed that an address stands for, in its one canonical spelling, or `null` for any other address. */
export function embedOf(url: string): Embed | null {
  if (url.length > 300) return null
  for (const provider of providers) {
    const id = provider.pattern.exec(url)?.[1]
    if (id !== undefined) return { provider: provider.name, url: provider.address(id) }
  }
  return null
}

/** The name a reader knows: "YouTube" for `youtube`. */
export function providerTitle(name: string): string {
  return providers.find((provider) => provider.name === name)?.title ?? name
}
