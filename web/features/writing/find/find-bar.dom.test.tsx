import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as Y from 'yjs'
import { drawn, show } from '../../../testing/dom.tsx'
import { makeEditor } from '../make-editor.ts'
import { FindBar } from './find-bar.tsx'
import { find } from './find.ts'

test('“Replace all” before the pause is over replaces what stands in the field', async () => {
  const doc = new Y.Doc()
  const element = document.createElement('div')
  document.body.append(element)
  const editor = makeEditor({ doc, awareness: null, ports: null, element })
  editor.commands.setContent('<p>The tide turns, the tide is out.</p>')
  find(editor, { query: 'turns', isCaseSensitive: false, isWholeWord: false, isPattern: false })
  await show(<FindBar editor={editor} withReplace isReadOnly={false} onClose={() => {}} />)
  await drawn()

  const press = (name: string) => page.getByRole('button', { name, exact: true }).element() as HTMLButtonElement
  await userEvent.fill(page.getByLabelText('Replace with'), '$1ime')
  press('Regular expression').click()
  await userEvent.fill(page.getByLabelText('Find', { exact: true }), '(t)ide')
  press('Replace all').click()

  await expect.poll(() => editor.getText()).toBe('The time turns, the time is out.')
  await new Promise((done) => setTimeout(done, 200))
  await expect.element(page.getByRole('status')).toHaveTextContent('Replaced 2 times')
  editor.destroy()
  element.remove()
})
