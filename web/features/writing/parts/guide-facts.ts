/**
 * What the guide says of keys and of what a text can hold. A test holds both against the tools
 * themselves, which come with the editor alone.
 */
export const guideKeys: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl+B', 'Bold'],
  ['Ctrl+I', 'Italic'],
  ['Ctrl+Shift+H', 'Highlight'],
  ['Ctrl+E', 'Inline code'],
  ['Ctrl+Shift+X', 'Strikethrough'],
  ['Ctrl+,', 'Subscript'],
  ['Ctrl+.', 'Superscript'],
  ['Ctrl+K', 'Link'],
  ['Ctrl+Alt+2', 'Heading 1'],
  ['Ctrl+Alt+3', 'Heading 2'],
  ['Ctrl+Alt+4', 'Heading 3'],
  ['Ctrl+Alt+0', 'Plain paragraph'],
  ['Ctrl+Shift+8', 'List'],
  ['Ctrl+Shift+7', 'Numbered list'],
  ['Ctrl+Shift+B', 'Quote'],
  ['Ctrl+Alt+F', 'Footnote; inside a footnote, go back to its number'],
  ['Ctrl+Enter', 'Check a task; open the selected item'],
  ['Tab, Shift+Tab', 'Indent or outdent a list item; next or previous table cell'],
  ['Enter', 'In a table, go to the cell below'],
  ['Shift+Enter', 'Line break'],
  ['Ctrl+Z', 'Undo'],
  ['Ctrl+Shift+Z', 'Redo'],
  ['Ctrl+S', 'Not needed: everything is saved as you type'],
  ['Alt+F10', 'Go to the toolbar; Esc goes back'],
  ['Escape, then Tab', 'Leave the editor'],
]

/** By the names and labels of `insert-list.ts`. */
export const guideBlocks: readonly (readonly [name: string, label: string, words: string])[] = [
  ['heading2', 'Heading 1', 'Headings build the table of contents, and each one can be linked to.'],
  ['quote', 'Quote', 'A quotation. Name the speaker in the sentence before it.'],
  ['tasks', 'Checklist', 'A list of things to do. Readers see what is done; only the authors can check items.'],
  ['note', 'Footnote', 'A footnote. On a wide screen it appears beside the text; click its number to edit it.'],
  ['picture', 'Picture', 'A picture needs alt text for people who can’t see it, or a mark that it is decorative.'],
  [
    'table',
    'Table',
    'A table scrolls sideways on a narrow screen. While the caret is in it, a second toolbar adds and deletes rows and columns.',
  ],
  ['math', 'Inline math', 'A formula in TeX. It scales with the text and can be read aloud.'],
  ['mathBlock', 'Math block', 'A formula on its own line.'],
  ['codeBlock', 'Code block', 'Code with syntax colors; readers can copy it with one click.'],
  ['spoiler', 'Spoiler', 'Hidden until a reader opens it.'],
  ['details', 'Collapsible section', 'A section that readers can collapse: long proofs, data, asides. It can start open.'],
  ['machineText', 'AI-generated text', 'Text written by a language model, with its name. It should not look like your own words.'],
  [
    'prediction',
    'Prediction question',
    'A yes-or-no question about the future. Members predict from 1 to 99%, with their names; when you resolve it, predictions close.',
  ],
  [
    'poll',
    'Poll',
    'A question with two to twenty options. Members vote, also without a network, and can change their vote until it closes. Everybody sees the sums, nobody who voted what.',
  ],
  [
    'embed',
    'Video or other embed',
    'A video, market, question or notebook from one of a few sites. Nothing is loaded from there before a reader asks for it.',
  ],
  ['divider', 'Divider', 'A pause between two parts.'],
]
