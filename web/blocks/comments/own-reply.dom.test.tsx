import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import { nextId, show } from '../../testing/dom.tsx'
import { CommentItem } from './comment-item.tsx'

/** A reply in a long discussion, which others see by its first line. */
function Sent({ isOwn }: { readonly isOwn: boolean }) {
  const [id] = useState(nextId)
  const [isConfirmed, setConfirmed] = useState(false)
  const ada = { id: 'a', name: 'Ada', slug: 'ada' }
  const comment = {
    ...{ id, level: 2, by: 0, at: 1, version: 1, score: 1, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0 },
    shortened: 'line' as const,
  }
  const change = isOwn && !isConfirmed ? { state: 'sending', isRefused: false, canUndo: false } : null
  const branch = { comment, author: ada, to: ada, parentId: 'p', replies: [], size: 1, html: '<p>Mine.</p>', isNew: false, change }
  const facts = { post: { id: 'p', slug: null }, place: 'comments', htmlOf: () => '<p>Mine.</p>', pointedAt: null }
  return (
    <>
      {/* Of a thread it takes what is drawn here. */}
      <CommentItem {...({ branch, facts, now: null } as unknown as Parameters<typeof CommentItem>[0])} />
      <button onClick={() => setConfirmed(true)}>Confirm</button>
    </>
  )
}

test.each([
  ['one’s own reply stays whole once the server has it', true, 0],
  ['another’s is shortened', false, 1],
] as const)('%s', async (_what, isOwn, shortened) => {
  const { container } = await show(<Sent isOwn={isOwn} />)
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(container.querySelectorAll('article.line')).toHaveLength(shortened)
  expect(container.querySelectorAll('.c-open')).toHaveLength(shortened)
})

test('another’s reply is cut, unless its reader chose whole threads', async () => {
  const { container } = await show(<Sent isOwn={false} />)
  const page = document.documentElement
  // As it stands in a discussion, with scripting.
  container.querySelector('li')?.parentElement?.classList.add('thread')
  page.dataset['js'] = ''
  const isCut = () => getComputedStyle(container.querySelector('.c-body') ?? page).overflow === 'hidden'
  expect(isCut()).toBe(true)
  page.dataset['threads'] = 'whole'
  expect(isCut()).toBe(false)
})
