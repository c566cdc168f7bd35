/**
 * Pictures that are pasted, dropped or chosen as files: taken on the device one after another, each
 * put where it was let go of once it is, with a place held for it meanwhile that moves with the
 * text. What is not taken is said in a sentence.
 */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { EditorView } from '@tiptap/pm/view'
import { addPicture } from '../../../data/pictures-own.ts'
import type { ShownPicture } from './figures.ts'
import { figureOf, putFigureAt, selectFigure } from './figures.ts'
import type { PictureViewPorts } from './picture-view.ts'
import { pictureView } from './picture-view.ts'
import type { TrackedPlace } from '../plugins/tracked-place.ts'
import { holdPlace } from '../plugins/tracked-place.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'

export type PicturePorts = PictureViewPorts & {
  /** A sentence about pictures that were added, or not; empty: what was said before is over. */
  readonly onPictureWords: (words: string) => void
  /** The text is a message. */
  readonly isPrivate?: boolean
  /** How many more a text may have, and why no more than that; absent: there is no limit. */
  readonly picturesLeft?: (text: Node) => { readonly count: number; readonly words: string }
}

/** One for each picture that is awaited, with the place where it is to stand. */
type Key = { readonly held: TrackedPlace }
type Coming = { readonly add: object; readonly pos: number } | { readonly done: object }

const coming = new PluginKey<DecorationSet>('comingPictures')
const maxAtOnce = 30

export const PictureFiles = Extension.create<{ ports: PicturePorts | null }>({
  name: 'pictureFiles',
  // Before what is pasted as text.
  priority: 150,
  addOptions: () => ({ ports: null }),
  addProseMirrorPlugins() {
    const { ports } = this.options
    return [
      new Plugin<DecorationSet>({
        key: coming,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const moved = before.map(tr.mapping, tr.doc)
            const meta: unknown = tr.getMeta(coming)
            return isComing(meta) ? changed(moved, meta, tr.doc) : moved
          },
        },
        props: {
          decorations: (state) => coming.getState(state),
          nodeViews: { image: (node, view, at) => pictureView(node, view, at, ports) },
          handlePaste(view, event) {
            const files = picturesOf(event.clipboardData)
            if (files.length === 0 || !isOnlyPictures(event.clipboardData)) return false
            void takePictures(view, files, view.state.selection.to, ports)
            return true
          },
          handleDrop(view, event, _slice, isMoved) {
            const files = isMoved ? [] : picturesOf(event.dataTransfer)
            if (files.length === 0) return false
            event.preventDefault()
            const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
            void takePictures(view, files, place?.pos ?? view.state.selection.to, ports)
            return true
          },
        },
      }),
    ]
  },
})

/**
 * Takes files into the text, each below the one before. The only one is selected, and its
 * description asked for. @returns how many were taken
 */
export async function takePictures(view: EditorView, files: readonly File[], pos: number, ports: PicturePorts | null): Promise<number> {
  if (!view.editable || isTextLocked(view.state)) return 0
  const left = ports?.picturesLeft?.(view.state.doc) ?? { count: maxAtOnce, words: '' }
  if (left.count <= 0) {
    ports?.onPictureWords(left.words)
    return 0
  }
  ports?.onPictureWords('')
  const most = Math.min(maxAtOnce, left.count)
  const said: string[] = []
  let place = pos
  let last = 0
  let taken = 0
  for (const file of files.slice(0, most)) {
    const key: Key = { held: holdPlace(view.state, place) }
    let isTaken = false
    tell(view, { add: key, pos: place })
    try {
      const { isMoving, ...picture } = await addPicture(file, ports?.isPrivate)
      if (view.isDestroyed) return taken
      last = put(view, key, picture)
      taken += 1
      isTaken = true
      if (isMoving) said.push('It’s animated; readers see only the first frame.')
    } catch (error) {
      if (view.isDestroyed) return taken
      said.push(files.length > 1 ? `${file.name}: ${wordsOf(error)}` : wordsOf(error))
    }
    place = isTaken ? last + (view.state.doc.nodeAt(last)?.nodeSize ?? 0) : placeOf(view, key)
    tell(view, { done: key })
  }
  if (files.length > most)
    said.push(`Only the first ${most === 1 ? 'was' : `${most} were`} added. ${most < maxAtOnce ? left.words : ''}`.trimEnd())
  if (taken > 1 && said.length === 0) said.push(`${taken} pictures were added. Describe each for people who can’t see it.`)
  if (said.length > 0) ports?.onPictureWords(said.join(' '))
  if (taken === 1 && files.length === 1) {
    selectFigure(view, last)
    ports?.onPicture()
  }
  return taken
}

function put(view: EditorView, key: Key, picture: ShownPicture): number {
  const { tr, schema } = view.state
  const at = putFigureAt(tr, placeOf(view, key), figureOf(schema, picture))
  view.dispatch(tr.scrollIntoView())
  return at
}

/** Where its place has moved to; gone with the text around it, where one writes. */
const placeOf = ({ state }: EditorView, { held }: Key): number => held(state) ?? state.selection.to

function tell(view: EditorView, meta: Coming): void {
  view.dispatch(view.state.tr.setMeta(coming, meta).setMeta('addToHistory', false))
}

function changed(before: DecorationSet, meta: Coming, doc: EditorState['doc']): DecorationSet {
  if ('done' in meta) return before.remove(before.find(undefined, undefined, (spec: object) => 'of' in spec && spec.of === meta.done))
  return before.add(doc, [Decoration.widget(Math.min(meta.pos, doc.content.size), waitingPlace, { of: meta.add, side: 1 })])
}

function waitingPlace(): HTMLElement {
  const place = document.createElement('span')
  place.className = 'picture-coming'
  place.textContent = 'Processing…'
  place.contentEditable = 'false'
  return place
}

function isComing(meta: unknown): meta is Coming {
  return typeof meta === 'object' && meta !== null && ('add' in meta || 'done' in meta)
}

/** Whatever calls itself a picture, and what has no type: it is looked at later. */
export function picturesOf(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])].filter(
    ({ type, name }) => type.startsWith('image/') || (type === '' && /\.(?:png|jpe?g|webp|gif|avif|heic)$/iu.test(name)),
  )
}

/**
 * Word puts a picture of the text beside the text; a browser puts an address beside the picture.
 */
function isOnlyPictures(data: DataTransfer | null): boolean {
  if (data === null || data.getData('text/plain').trim() !== '') return false
  const html = data.getData('text/html')
  return (
    html === '' ||
    html
      .replace(/<!--[\s\S]*?-->/gu, '')
      .replace(/<[^>]*>/gu, '')
      .trim() === ''
  )
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'Couldn’t add that picture.')
