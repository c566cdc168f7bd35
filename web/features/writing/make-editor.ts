import { Editor, Extension } from '@tiptap/core'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { dropCursor } from '@tiptap/pm/dropcursor'
import type { Node } from '@tiptap/pm/model'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { Complete } from './complete/complete.ts'
import type { CompletePorts } from './complete/complete.ts'
import { Find } from './find/find.ts'
import type { FindPorts } from './find/find.ts'
import { FocusMode } from './focus/focus-mode.ts'
import type { FocusPorts } from './focus/focus-mode.ts'
import type { InsertItem } from './parts/insert-list.ts'
import { insertList } from './parts/insert-list.ts'
import { Paste } from './paste/paste.ts'
import type { PastePorts } from './paste/paste.ts'
import { CodeColours } from './nodes/code-colours.ts'
import { NodeViews } from './nodes/node-views.ts'
import { Tables } from './nodes/tables.ts'
import { PictureFiles } from './pictures/picture-files.ts'
import type { PicturePorts } from './pictures/picture-files.ts'
import { BaseKeys } from './plugins/base-keys.ts'
import { BlockNames } from './plugins/block-names.ts'
import { Carets } from './plugins/carets.ts'
import { Footnotes } from './plugins/footnotes.ts'
import { Mend } from './plugins/mend.ts'
import { SharedText } from './plugins/shared-text.ts'
import { TextClicks } from './plugins/text-clicks.ts'
import { WritingKeys } from './plugins/writing-keys.ts'
import type { KeyPorts } from './plugins/writing-keys.ts'
import { InlineCommentMarks } from './inline-comments/inline-comment-marks.ts'
import { TextLock } from './inline-comments/text-lock.ts'
import { textSchema } from './schema/text-schema.ts'

export type EditorPorts = KeyPorts & PastePorts & PicturePorts & CompletePorts & FindPorts & FocusPorts
type Options = {
  readonly doc: Doc
  readonly awareness: Awareness | null
  readonly ports: EditorPorts | null
  /** `null`: in no page, for tests. */
  readonly element: HTMLElement | null
  readonly attributes?: Readonly<Record<string, string>>
  readonly isEditable?: boolean
  /**
   * Of a comment: nothing beside the text, and what an essay alone may hold is not offered.
   */
  readonly isSmall?: boolean
  /** Pictures are taken from the clipboard and from files that are let go of here. */
  readonly hasPictures?: boolean
  /** What the slash menu offers; all that a text may hold unless it is said. */
  readonly items?: readonly InsertItem[]
}

/** Room for the bar above the text, and on a phone for the one below. */
const margin = { top: 96, bottom: 96, left: 0, right: 0 }

const Cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [gapCursor(), dropCursor({ class: 'drop-place', color: false })],
})

const isEmpty = (text: Node): boolean =>
  text.childCount === 1 && text.firstChild?.type.name === 'paragraph' && text.firstChild.content.size === 0

/** The editor without a page around it: the schema of our texts on a shared document. */
export function makeEditor({
  doc,
  awareness,
  ports,
  element,
  attributes = {},
  isEditable = true,
  isSmall = false,
  hasPictures = !isSmall,
  items = insertList,
}: Options): Editor {
  return new Editor({
    element,
    // As nodes: the default is an empty text of HTML, which the policy keeps from the browser's
    // parser. The binding puts the shared text in its place.
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    // Its styles are ours (editor.css): a style element would be refused by the page's policy.
    injectCSS: false,
    editable: isEditable,
    enableCoreExtensions: { delete: false, tabindex: false, keymap: false },
    enablePasteRules: false,
    extensions: [
      ...textSchema,
      SharedText.configure({ fragment: doc.getXmlFragment(bodyFragment) }),
      Carets.configure({ awareness }),
      BlockNames,
      Mend,
      Footnotes,
      WritingKeys.configure({ ports }),
      Paste.configure({ ports }),
      TextClicks,
      Complete.configure({ ports, items }),
      Tables,
      NodeViews,
      CodeColours,
      ...(hasPictures ? [PictureFiles.configure({ ports })] : []),
      ...(isSmall ? [] : [Find, FocusMode].map((each) => each.configure({ ports }))),
      ...(isSmall ? [] : [InlineCommentMarks, TextLock]),
      Cursors,
      BaseKeys,
    ],
    editorProps: {
      attributes: ({ doc: text }) => ({ ...attributes, class: `${attributes['class'] ?? ''}${isEmpty(text) ? ' is-empty' : ''}` }),
      scrollMargin: margin,
      scrollThreshold: margin,
    },
  })
}
