/** What other programs put on the clipboard, pasted by the browser's event into both editors. */
import type { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Doc } from '#shared/text/nodes.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { makeEditor } from '../make-editor.ts'
import gmail from './testing/gmail.txt?raw'
import googleDocs from './testing/google-docs.txt?raw'
import notion from './testing/notion.txt?raw'
import outlook from './testing/outlook.txt?raw'
import word from './testing/word.txt?raw'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function anEditor(isSmall: boolean): Editor {
  const [doc, element] = [new Y.Doc(), document.createElement('div')]
  document.body.append(element)
  const editor = makeEditor({ doc, awareness: null, ports: null, element, isSmall })
  ends.push(() => {
    editor.destroy()
    element.remove()
    doc.destroy()
  })
  return editor
}

function paste(editor: Editor, html: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  clipboardData.setData('text/plain', 'Plain words.')
  editor.view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
// Written by the schema of our texts.
const written = (editor: Editor): string => docToMarkdown(editor.getJSON() as Doc).trim()

const words = 'They come **twice** a month; [see here](https://example.org/moon).\n\n- new moon\n- full moon'
const essay = `## Spring tides\n\n${words}`
const mail = `${words}\n\n> When do they come?`

const clipboards = {
  'Google Docs': [googleDocs, essay],
  Word: [word, essay],
  Notion: [notion, essay],
  Gmail: [gmail, mail],
  Outlook: [outlook, mail],
}

for (const [program, [html = '', markdown = '']] of Object.entries(clipboards))
  test.each([
    ['editor', false],
    ['small editor', true],
  ] as const)(`a text from ${program} keeps what it says in the %s, and nothing of its looks`, async (_name, isSmall) => {
    const editor = anEditor(isSmall)
    paste(editor, html)
    await expect.poll(() => written(editor)).toBe(markdown)
    expect(editor.view.dom.querySelector('[style*="font"], [class*="Mso"], img')).toBe(null)
  })
