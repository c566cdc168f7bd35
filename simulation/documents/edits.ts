import * as Y from 'yjs'
import type { Random } from '../world/random.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'

const words = ['tide ', 'мир', 'שלום ', '潮', '👩‍🚀', 'e\u0301', 'a', 'harbour, ', '42'] as const
const attributesOf = {
  paragraph: {},
  heading: { level: 2 },
  blockquote: {},
  bulletList: {},
  listItem: {},
} as const

/**
 * One thing that somebody does to a text in an editor: typing mostly, now and then something with
 * blocks or marks.
 */
export function editAtRandom(doc: Y.Doc, random: Random): void {
  const body = doc.getXmlFragment(bodyFragment)
  const texts = textsIn(body)
  doc.transact(() => {
    const luck = random.next()
    const text = texts.length === 0 || luck < 0.12 ? insertBlock(body, random) : random.pick(texts)
    if (luck < 0.62) type(text, random)
    else if (luck < 0.75) erase(text, random)
    else if (luck < 0.84) mark(text, random)
    else if (luck < 0.9) split(text, random)
    else if (luck < 0.95 && body.length > 3) body.delete(random.whole(0, body.length - 1), 1)
    else if (luck < 0.96) body.delete(0, body.length)
    else insertBlock(body, random)
  })
}

/** Something is taken away and nothing comes: a state vector is the same before and after. */
export function eraseAtRandom(doc: Y.Doc, random: Random): void {
  const body = doc.getXmlFragment(bodyFragment)
  const texts = textsIn(body)
  doc.transact(() => {
    if (texts.length > 0) erase(random.pick(texts), random)
    if (body.length > 1 && random.chance(0.5)) body.delete(random.whole(0, body.length - 1), 1)
  })
}

function textsIn(parent: Y.XmlFragment): readonly Y.XmlText[] {
  return parent.toArray().flatMap((child) => (child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsIn(child) : []))
}

function type(text: Y.XmlText, random: Random): void {
  text.insert(placeIn(text, random), random.pick(words).repeat(random.chance(0.1) ? 40 : 1))
}

function erase(text: Y.XmlText, random: Random): void {
  const [from, to] = rangeIn(text, random)
  text.delete(from, to - from)
}

function mark(text: Y.XmlText, random: Random): void {
  const [from, to] = rangeIn(text, random)
  const isOn = random.chance(0.7)
  if (from < to) text.format(from, to - from, { [random.pick(['bold', 'italic'])]: isOn ? {} : null })
}

/** What Enter does: the rest of a paragraph goes into one of its own. */
function split(text: Y.XmlText, random: Random): void {
  const { parent } = text
  if (!(parent instanceof Y.XmlElement) || parent.nodeName !== 'paragraph' || !(parent.parent instanceof Y.XmlFragment)) return
  const siblings = parent.parent
  const at = siblings.toArray().indexOf(parent)
  const from = placeIn(text, random)
  const rest = plain(text).slice(from)
  text.delete(from, text.length - from)
  siblings.insert(at + 1, [element('paragraph', [new Y.XmlText(rest)])])
}

function rangeIn(text: Y.XmlText, random: Random): readonly [number, number] {
  const [a, b] = [placeIn(text, random), placeIn(text, random)]
  return a < b ? [a, b] : [b, a]
}

/**
 * Never within a character that takes two places: no editor goes there, and Yjs would make two
 * marks of damage of it.
 */
function placeIn(text: Y.XmlText, random: Random): number {
  const characters = plain(text)
  const at = random.whole(0, characters.length)
  return /[\uDC00-\uDFFF]/u.test(characters.charAt(at)) ? at - 1 : at
}

function plain(text: Y.XmlText): string {
  // A text's pieces; none of these holds an embedded thing.
  const delta = text.toDelta() as readonly { readonly insert: string }[]
  return delta.map(({ insert }) => insert).join('')
}

function insertBlock(body: Y.XmlFragment, random: Random): Y.XmlText {
  const text = new Y.XmlText(random.pick(words))
  const kind = random.pick(['paragraph', 'paragraph', 'heading', 'blockquote', 'bulletList'] as const)
  const block =
    kind === 'blockquote'
      ? element(kind, [element('paragraph', [text])])
      : kind === 'bulletList'
        ? element(kind, [element('listItem', [element('paragraph', [text])])])
        : element(kind, [text])
  body.insert(random.whole(0, body.length), [block])
  return text
}

function element(name: keyof typeof attributesOf, children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  // Yjs types attributes as texts; an editor's are numbers too.
  const made = new Y.XmlElement<Record<string, string | number>>(name)
  for (const [key, value] of Object.entries(attributesOf[name])) made.setAttribute(key, value)
  made.insert(0, children)
  return made as unknown as Y.XmlElement
}
