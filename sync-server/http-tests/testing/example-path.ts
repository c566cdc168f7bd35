import type { Site } from './site.ts'
import { commentsOf, postWhere } from './seeded-posts.ts'

export const sequenceOf = (site: Site): string => String(site.table('sequences').find((row) => row['isDraft'] === false)?.['id'])

export const wikiSlugOf = (site: Site): string => String(site.table('tags').find((row) => row['state'] === 'page')?.['slug'])

/** The post of an event. */
export function eventOf(site: Site): { readonly id: string; readonly slug: string } {
  const post = site.table('posts').find((row) => row['kind'] === 'event')
  return { id: String(post?.['id']), slug: String(post?.['slug']) }
}

/**
 * Makes a route an address of the example community: `/posts/:_id` becomes that of its longest
 * thread.
 */
export function examplePaths(site: Site): (route: string) => string {
  const longest = postWhere(site)
  const event = eventOf(site)
  const values: Readonly<Record<string, string>> = {
    ':_id': longest.id,
    ':postId': longest.id,
    ':commentId': String(commentsOf(site, longest.id)[0]?.['id']),
    ':year': '2019',
    ':token': 'no-such-token',
    ':groupId': String(site.table('local_groups')[0]?.['id']),
  }
  const [sequence, wikiSlug, collection] = [sequenceOf(site), wikiSlugOf(site), String(site.table('collections')[0]?.['id'])]
  return (route) =>
    route
      .replace(/^\/(users|u|user|message)\/:slug/u, '/$1/marit-solberg')
      .replace(/^\/posts\/slug\/:slug/u, `/posts/slug/${longest.slug}`)
      .replace(/^\/posts\/:_id\/:slug/u, longest.url)
      .replace(/^\/events\/:_id\/:slug/u, `/events/${event.id}/${event.slug}`)
      .replace(/^\/events\/:_id/u, `/events/${event.id}`)
      .replace(/^\/(s|sequences)\/:_id/u, `/$1/${sequence}`)
      .replace(/^(\/compare|\/revisions)?\/w\/:slug/u, `$1/w/${wikiSlug}`)
      .replace(/^\/collections\/:_id/u, `/collections/${collection}`)
      .replace(/^\/rationality\/:slug/u, '/rationality/the-slow-clock')
      .replace(/^\/(?:editPost|discussionSettings)$/u, `$&?postId=${longest.id}`)
      .replace(/^\/codex\/:slug/u, '/codex/twelve-centimetres')
      .replace(/^\/hpmor\/:slug/u, '/hpmor/someone-else-is-awake')
      .replace(/^\/highlights\/:slug/u, '/highlights/the-map-with-the-dogs')
      .replace(/:\w+/gu, (name) => values[name] ?? 'some-words')
}
