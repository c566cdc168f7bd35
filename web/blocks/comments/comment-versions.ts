import { comments } from '#shared/comments/schema.ts'
import { revisionsOf } from '#shared/posts/queries.ts'
import { currentDevice } from '../../data/device/current.ts'
import { renderedHtml, setHtml } from '../../trusted-types.ts'
import { exactTime } from '../../ui/time-words.ts'
import { isHint } from '../hints.ts'
import { commentText } from './comment-text.ts'

/**
 * Shows a comment's text as it was before each change, newest first. @returns `false` where the
 * device has not got them.
 */
export async function showVersions(commentId: string): Promise<boolean> {
  const device = currentDevice.get()
  const comment = await device?.read.get(comments, commentId)
  if (!device || comment === undefined || isHint(comment)) return false
  const earlier = await revisionsOf(device.read, commentId)
  if (earlier.length === 0) return false
  const { htmlOf } = await commentText()
  const versions = [{ body: comment.body, at: comment.editedAt ?? comment.postedAt }, ...earlier]
  const { comparison } = await import('./compare-versions.ts')
  const compared = comparison(versions, `versions-${commentId}-`)
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog versions'
  dialog.setAttribute('aria-labelledby', 'versions-title')
  const title = document.createElement('h2')
  title.id = 'versions-title'
  title.className = 'section'
  title.textContent = 'Versions of this comment'
  dialog.append(
    title,
    compared.element,
    ...versions.map(({ body, at }, index) => {
      const part = document.createElement('section')
      const head = document.createElement('h3')
      head.textContent = index === 0 ? `${exactTime(at, 'own')}, as it is now` : exactTime(at, 'own')
      const text = document.createElement('div')
      text.className = 'c-body'
      text.dir = 'auto'
      // From checked JSON, by the one renderer there is; the prefix keeps its ids apart from those
      // on the page.
      setHtml(text, renderedHtml(htmlOf(`version-${index}-${commentId}`, body)))
      part.append(head, text)
      return part
    }),
    closeForm(),
  )
  dialog.addEventListener('close', () => {
    compared.leave()
    dialog.remove()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  return true
}

function closeForm(): HTMLElement {
  const form = document.createElement('form')
  form.method = 'dialog'
  const button = document.createElement('button')
  button.className = 'btn'
  button.textContent = 'Close'
  form.append(button)
  return form
}
