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
  ['Ctrl+Shift+B', 'Quotation'],
  ['Ctrl+Alt+F', 'Footnote; in a note, back to where it is called'],
  ['Ctrl+Enter', 'Tick a task; open what is selected'],
  ['Tab, Shift+Tab', 'In a list: deeper, and back. In a table: to the next cell, and back'],
  ['Enter', 'In a table: to the cell below'],
  ['Shift+Enter', 'A new line in the same paragraph'],
  ['Ctrl+Z', 'Undo'],
  ['Ctrl+Shift+Z', 'Redo'],
  ['Ctrl+S', 'Nothing: everything is kept as you type, and the editor says so'],
  ['Alt+F10', 'To the text tools; Escape leads back'],
  ['Escape, then Tab', 'Out of the text'],
]

/** By the names and labels of `insert-list.ts`. */
export const guideBlocks: readonly (readonly [name: string, label: string, words: string])[] = [
  ['heading2', 'Heading 1', 'Headings make the list of contents beside a long essay, and each has an address of its own.'],
  ['quote', 'Quotation', 'A quotation. Who said it belongs into the sentence before.'],
  ['tasks', 'Checklist', 'Things to tick off. Readers see what is done; only its authors tick.'],
  ['note', 'Footnote', 'A footnote. On a wide screen it stands beside the text; a click on its number changes it where it is called.'],
  ['picture', 'Picture', 'A picture needs a description for those who do not see it, or the word that it is decoration only.'],
  [
    'table',
    'Table',
    'A table scrolls by itself where the screen is narrow. While the caret is in it, a second row of tools adds and takes away rows and columns.',
  ],
  ['math', 'Inline math', 'A formula in TeX, set as MathML: it grows with the text and is read aloud.'],
  ['mathBlock', 'Math block', 'A formula on a line of its own.'],
  ['codeBlock', 'Code block', 'Code with the colours of its language; readers copy it with one press.'],
  ['spoiler', 'Spoiler', 'Hidden until a reader opens it.'],
  ['details', 'Collapsible section', 'A part that folds away: long proofs, data, asides. It may be open at first.'],
  [
    'machineText',
    'AI-generated text',
    'What a language model wrote, under its name. Words that are not yours should not look as if they were.',
  ],
  [
    'prediction',
    'Prediction question',
    'Something that will turn out to be so or not. Members say how likely they think it is, from 1 to 99%, with their names; when it is known, you say how it turned out, and nobody changes theirs any more.',
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
