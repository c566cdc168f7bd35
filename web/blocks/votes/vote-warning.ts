import { votePatternLimits } from '#shared/votes/rules.ts'

const { count, withinMs } = votePatternLimits.manyVotes

const words = [
  `Within ${withinMs / 60_000} minutes, votes of yours on ${count} or more posts and comments by the same author have come in. They all count, and you can go on voting.`,
  'A vote here says what you think of one text that you have read. Going through somebody’s work to lift or to punish them, in either direction, is against the rules, and moderators may take such votes out again. They can see that there were this many.',
  'If you were simply reading your way through, all is well. Votes made without a connection arrive together, and can look hasty when they were not.',
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
  button.textContent = 'I have read this'
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
