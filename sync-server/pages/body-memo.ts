import { createHash } from 'node:crypto'
import type { Sized } from './byte-lru.ts'
import { ByteLru } from './byte-lru.ts'

interface Memo extends Sized {
  readonly html: string
}

/**
 * HTML of bodies, by what went in: a page that is made anew because one comment came renders that
 * comment alone. Keyed by content, so nothing in it can be out of date.
 */
export class BodyMemo {
  readonly #memos: ByteLru<Memo>

  constructor(maxBytes = 8 * 1_048_576) {
    this.#memos = new ByteLru({ bytes: maxBytes, items: 20_000 }, () => undefined)
  }

  html(inputs: readonly unknown[], render: () => string): string {
    const key = keyOf(inputs)
    return this.#known(key) ?? this.#keep(key, render())
  }

  async htmlLater(inputs: readonly unknown[], render: () => Promise<string>): Promise<string> {
    const key = keyOf(inputs)
    return this.#known(key) ?? this.#keep(key, await render())
  }

  #known(key: string): string | undefined {
    const found = this.#memos.peek(key)
    if (found !== undefined) this.#memos.touch(found)
    return found?.html
  }

  #keep(key: string, html: string): string {
    // Two bytes a character at most, and the entry itself.
    this.#memos.put({ key, html, bytes: html.length * 2 + 150 })
    return html
  }
}

const keyOf = (inputs: readonly unknown[]): string => createHash('sha1').update(JSON.stringify(inputs)).digest('base64')
