import { memberCards } from '#shared/accounts/queries.ts'
import { canManageContentChecks } from '#shared/content-checks/rules.ts'
import { checkNames } from '#shared/content-checks/schema.ts'
import { checkSettings, tryCheck } from '#shared/content-checks/texts.ts'
import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

/** `/admin/contentChecks?try=`: each check as it is set, and what one of them would have marked. */
async function loadContentChecks({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(canManageContentChecks(viewer))
  const asked = checkNames.find((name) => name === url.searchParams.get('try'))
  const trial = asked === undefined ? null : await tryCheck(read, asked, await checkSettings(read, asked))
  const examples = trial?.examples ?? []
  const cards = await memberCards(read, [...new Set(examples.map(({ userId }) => userId))])
  const about = new Map((await read.getMany(posts, [...new Set(examples.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  return {
    head: { title: 'Content checks', robots: 'noindex' as const },
    checks: await Promise.all(
      checkNames.map(async (name) => ({
        ...{ name, settings: await checkSettings(read, name), tryAt: `${moderationLinks.contentChecks({ try: name })}#${name}` },
        trial:
          trial === null || name !== asked
            ? null
            : {
                ...{ looked: trial.looked, found: trial.found },
                examples: examples.flatMap(({ id, kind, postId, userId, why, at }) => {
                  const post = about.get(postId)
                  if (post === undefined) return []
                  const href = kind === 'post' ? links.post(post) : links.commentInThread(post, id)
                  return [{ id, kind, why, at, title: post.title, href, by: cards.get(userId)?.name ?? 'A former member' }]
                }),
              },
      })),
    ),
  }
}

export type ContentChecksLoad = typeof loadContentChecks

export const loads = { '/admin/contentChecks': loadContentChecks } satisfies Loads
