/**
 * A file that is dragged over a field for Markdown opens the editor there, as a touch would, so
 * that it can be let go of in it. Before the editor has come, a browser would show the file in the
 * place of the page.
 */
export function openOnDrag(): void {
  document.addEventListener('dragenter', (event) => fieldUnder(event)?.focus({ preventScroll: true }))
  for (const name of ['dragover', 'drop'] as const)
    document.addEventListener(name, (event) => {
      if (fieldUnder(event) !== null) event.preventDefault()
    })
}

function fieldUnder({ target, dataTransfer }: DragEvent): HTMLTextAreaElement | null {
  if (dataTransfer?.types.includes('Files') !== true || !(target instanceof Element)) return null
  return target.closest<HTMLTextAreaElement>('.markdown-field textarea')
}
