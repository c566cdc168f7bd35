/** What somebody who sends forms and reads pages gets to see. */
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { HtmlElement } from './html.ts'
import { attributeOf, byId, elementsOf, textOf } from './html.ts'

/** Where it leads. Anything but a redirect fails the test, with what the page says went wrong. */
export function place(answer: Answer): string {
  const why =
    answer.status === 303
      ? ''
      : elementsOf(answer.html())
          .filter((element) => attributeOf(element, 'role') === 'alert')
          .map(textOf)
          .join()
  expect([answer.status, why]).toEqual([303, ''])
  return answer.location ?? ''
}

export function commentOn(page: HtmlElement, id: string): HtmlElement {
  const found = byId(page, id)
  if (found === undefined) throw new Error(`no comment ${id}`)
  return found
}

/**
 * What a page says, white space evened out; asked for yes or no, since a whole page is no help in a
 * message.
 */
export function says(page: HtmlElement, words: string): boolean {
  return textOf(byId(page, 'app') ?? page)
    .replace(/\s+/gu, ' ')
    .includes(words)
}

export const hash = (location: string) => location.split('#')[1] ?? ''
export const path = (location: string) => location.split('#')[0] ?? ''
