import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { openTestDevice } from '../../../testing/device.ts'
import { drawn, nextId, show } from '../../../testing/dom.tsx'
import { usePublished } from './use-published.ts'

const at = location.href
afterEach(() => history.replaceState(null, '', at))

/** The form of an editor, and a draft that the server publishes on demand. */
async function anEditor() {
  const { device, server } = await openTestDevice()
  const id = nextId()
  const shown: string[] = []
  const post = aPost({ id, authorId: device.account ?? '', status: 'draft', publishedAt: null })
  const publish = (revisionId: string) =>
    server.sends(`draft:${id}`, [[posts.name, aPost({ ...post, status: 'published', publishedAt: 5, revisionId })]])
  await device.follow(`draft:${id}`, 'own')
  function Form() {
    const publication = usePublished(useDevice(), id, async ({ revisionId }) => void shown.push(revisionId ?? ''))
    return (
      <button type="button" onClick={() => publication.await('r1')}>
        Publish
      </button>
    )
  }
  return { Form, shown, publish }
}

test('a text that was published is shown, also when its editor has moved to another address meanwhile', async () => {
  const { Form, shown, publish } = await anEditor()
  history.replaceState(null, '', '/editPost?postId=1')
  const first = await show(<Form />)
  await page.getByRole('button').click()
  history.replaceState(null, '', '/w/clocks/edit')
  await first.unmount()
  await publish('r1')
  expect(shown).toEqual([])
  await show(<Form />)
  await expect.poll(() => shown).toEqual(['r1'])
})

test('an author who has left the editor stays where they are, and in the editor the next time', async () => {
  const { Form, shown, publish } = await anEditor()
  history.replaceState(null, '', '/editPost?postId=1')
  const first = await show(<Form />)
  await page.getByRole('button').click()
  history.replaceState(null, '', '/allPosts')
  await first.unmount()
  await publish('r1')
  await show(<Form />)
  await drawn()
  expect(shown).toEqual([])
})
