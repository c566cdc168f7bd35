import { votePatternLimits } from '#shared/votes/rules.ts'

const { count, withinMs } = votePatternLimits.manyVotes

const words = [
  `You voted on ${count} or more posts and comments by the same author within ${withinMs / 60_000} minutes. They all count, and you can keep voting.`,
  'Vote on each text on its merits. Mass voting for or against one author is against the rules; moderators can see it and may remove those votes.',
  'If you were just reading through, that’s fine. Votes made offline arrive together and can look rushed.',
]

/**
 * A native dialog: the browser keeps the focus in it, closes it with Escape and gives the focus
 * back.
 * @param onRead when its reader has closed it, and not when it was taken away.
 * @returns takes it away.
 */
export function showVoteWarning(onRead: () => void): () => void {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog vote-warning'
  dialog.setAttribute('aria-labelledby', 'vote-warning-title')
  dialog.setAttribute('aria-describedby', words.map((_, at) => `vote-warning-${at}`).join(' '))
  dialog.tabIndex = -1
  const title = document.createElement('h2')
  title.id = 'vote-warning-title'
  title.textContent = 'Many votes on one author'
  const text = words.map((line, at) => {
    const paragraph = document.createElement('p')
    paragraph.id = `vote-warning-${at}`
    paragraph.textContent = line
    return paragraph
  })
  const form = document.createElement('form')
  form.method = 'dialog'
  form.className = 'acts'
  const button = document.createElement('button')
  button.className = 'btn primary'
  button.textContent = 'I’ve read this'
  form.append(button)
  dialog.append(title, ...text, form)
  let isTakenAway = false
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (!isTakenAway) onRead()
  })
  document.body.append(dialog)
  dialog.showModal()
  // It comes unasked: a key that was meant for a vote must not close it, so the focus begins on all
  // of it, not on its button.
  dialog.focus()
  return () => {
    isTakenAway = true
    dialog.close()
  }
}
