import { useState } from 'react'
import { canSuggestCuration } from '#shared/curation/rules.ts'
import { hiddenItemId, hiddenItems } from '#shared/feed/settings-schema.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { canEditPost } from '#shared/posts/rules.ts'
import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { hideFrom } from '../../../blocks/posts/row-menu.ts'
import { BookmarkButton } from '../../../blocks/reading/bookmark-button.tsx'
import { useRow } from '../../../data/device/use-rows.ts'
import { sendForm } from '../../../data/send-form.ts'
import { useSite } from '../../../data/site.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { PostPageData } from '../post-page-data.ts'

export type MenuData = Pick<PostPageData, 'post' | 'title' | 'tally'>

/** What the menu of a post does by script; for its authors and the staff what only they may do. */
export function PostMenuItems({ page: { post, title } }: { readonly page: MenuData }) {
  const viewer = useViewer()
  const site = useSite()
  if (post.status !== 'published') return null
  const address = `${site.origin}${links.post(post)}`
  const isAuthor = viewer.kind === 'member' && [post.authorId, ...post.coauthorIds].includes(viewer.userId)
  const share = () => {
    import('../../../blocks/share/open-share.ts').then(({ openShare }) => openShare({ title, address })).catch(reportError)
  }
  return (
    <>
      <BookmarkButton target={{ kind: 'post', id: post.id, postId: post.id }} className="phone" />
      <FollowButton kind="post" id={post.id} name={title} className="" />
      {viewer.kind === 'member' ? <Hide userId={viewer.userId} postId={post.id} /> : null}
      <button type="button" data-closes="" onClick={share}>
        Share
      </button>
      <CopyAsMarkdown href={links.markdown(links.post(post))} />
      {post.editedAt === null ? null : (
        <a href={links.postHistory(post)} rel="nofollow">
          History
        </a>
      )}
      {canEditPost(viewer, post).allowed ? <a href={links.editPost(post.id)}>Edit</a> : null}
      {isAuthor ? <a href={links.postAnalytics(post.id)}>Post analytics</a> : null}
      {canSuggestCuration(viewer, post).allowed && post.curatedAt === null ? <SuggestCuration postId={post.id} /> : null}
      {isStaff(viewer) ? <a href={`${links.editPost(post.id)}#moderate`}>Moderate</a> : null}
    </>
  )
}

function Hide({ userId, postId }: { readonly userId: string; readonly postId: string }) {
  const row = useRow(hiddenItems, hiddenItemId(userId, 'front', postId))
  // The server has done it; this device hears of it a moment later.
  const [done, setDone] = useState<boolean | null>(null)
  const isHidden = done ?? row?.isHidden === true
  const [refusal, setRefusal] = useState<string | null>(null)
  const toggle = () => {
    hideFrom('front', postId, !isHidden).then(
      (words) => {
        setRefusal(words)
        if (words === null) setDone(!isHidden)
      },
      (error: unknown) => {
        setRefusal('That didn’t work. Try again.')
        reportError(error)
      },
    )
  }
  return (
    <>
      <button type="button" onClick={toggle}>
        {isHidden ? 'Show on the front page again' : 'Hide from the front page'}
      </button>
      <span className={refusal === null ? 'sr' : 'menu-head danger'} role="status">
        {refusal}
      </span>
    </>
  )
}

/**
 * Whether one has suggested it already no device knows: saying it once more changes nothing, and
 * then it can be withdrawn.
 */
function SuggestCuration({ postId }: { readonly postId: string }) {
  const [isSuggested, setSuggested] = useState(false)
  const [refusal, setRefusal] = useState<FormError | 'offline' | null>(null)
  const send = async () => {
    const data = new FormData()
    for (const [name, value] of Object.entries({ postId, isOn: String(!isSuggested) })) data.set(name, value)
    const answer = await sendForm(links.form('curation.suggest'), data)
    if (answer?.ok === true) setSuggested(!isSuggested)
    setRefusal(answer === null ? 'offline' : answer.ok ? null : answer.error)
  }
  return (
    <>
      <button type="button" onClick={() => void send()}>
        {isSuggested ? 'Withdraw curation suggestion' : 'Suggest for curation'}
      </button>
      <span className={refusal === null ? 'sr' : 'menu-head danger'} role="status">
        {refusal === null ? (
          isSuggested && 'Suggested'
        ) : refusal === 'offline' ? (
          'You’re offline, so nothing was changed.'
        ) : (
          <RefusalWords of={refusal} />
        )}
      </span>
    </>
  )
}

/** The page's Markdown as the server makes it, footnotes and formulas included. */
function CopyAsMarkdown({ href }: { readonly href: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    try {
      const response = await fetch(href)
      const isMarkdown = response.ok && response.headers.get('content-type')?.startsWith('text/markdown') === true
      if (!isMarkdown) return setSaid('Couldn’t load the Markdown. Try again.')
      await navigator.clipboard.writeText(await response.text())
      setSaid('Copied')
    } catch (error) {
      setSaid(error instanceof TypeError ? 'You’re offline. Try again when you’re online.' : 'Your browser doesn’t allow copying')
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {said ?? 'Copy as Markdown'}
      </button>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  )
}
