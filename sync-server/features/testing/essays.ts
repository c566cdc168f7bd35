import type { Browser } from './feature-site.ts'

/** The first id in an address; empty without one. */
export const idIn = (location: string | undefined): string => /[0-9a-z]{26}/u.exec(location ?? '')?.[0] ?? ''

/** Publishes an essay by the form. @returns its id */
export async function publishEssay(by: Browser, title: string, markdown = `About ${title}.`): Promise<string> {
  const essay = { postId: '', title, markdown, lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '' }
  return idIn((await by.form('posts.publish', { ...essay, submitToFrontpage: 'on', from: '/newPost' })).headers['location'])
}
