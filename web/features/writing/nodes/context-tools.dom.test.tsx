import { useEffect, useRef, useState } from 'react'
import type { Editor } from '@tiptap/core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import * as Y from 'yjs'
import { drawn, expectAccessible, show } from '../../../testing/dom.tsx'
import '../editor-styles.ts'
import { makeEditor } from '../make-editor.ts'
import { Toolbar } from '../parts/toolbar.tsx'

/** The tools and the text, put together as the editor does. */
function Place({ onEditor }: { readonly onEditor: (editor: Editor) => void }) {
  const frame = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  useEffect(() => {
    const attributes = { class: 'writing-text', role: 'textbox', 'aria-label': 'Text' }
    const made = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: frame.current, attributes })
    // Its attributes are a function of the text, which Tiptap takes over only with new options.
    made.setEditable(true, false)
    setEditor(made)
    onEditor(made)
    return () => made.destroy()
  }, [onEditor])
  return (
    <div className="writing-place">
      <div className="writing-head">
        {editor === null ? null : <Toolbar editor={editor} ref={bar} onLink={() => undefined} onPicture={() => undefined} />}
      </div>
      <div ref={frame} className="writing-frame" />
    </div>
  )
}

const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const cell = { type: 'tableCell', content: [words('cell')] }

test('the tools of a table float: the text moves by nothing when the caret enters it and leaves it', async () => {
  await page.viewport(1280, 900)
  onTestFinished(() => page.viewport(414, 896))
  let editor: Editor | undefined
  await show(<Place onEditor={(made) => (editor = made)} />)
  const table = { type: 'table', content: [{ type: 'tableRow', content: [cell, cell] }] }
  await expect.poll(() => editor !== undefined).toBe(true)
  editor?.commands.setContent({ type: 'doc', content: [words('Before.'), table] })
  const text = page.getByRole('textbox', { name: 'Text' })
  const top = () => document.querySelector('.writing-text table')?.getBoundingClientRect().top
  await text.getByText('Before.').click()
  await drawn()
  const before = top()
  await text.getByText('cell').first().click()
  const tools = page.getByRole('toolbar', { name: 'Table' })
  await expect.element(tools).toBeVisible()
  expect(top()).toBe(before)
  await expectAccessible()
  await text.getByText('Before.').click()
  await expect.element(tools).not.toBeInTheDocument()
  expect(top()).toBe(before)
})
