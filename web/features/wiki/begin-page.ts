/** Begins a page on the device: comes when the form is sent. */
import { createPage } from '#shared/wiki/mutations.ts'
import { isRefusal, refusalOf } from '../../blocks/refusal-of.ts'
import { wordsFor } from '../../blocks/wording.ts'
import type { Device } from '../../data/device/device-api.ts'
import { freshId } from '../../data/fresh-id.ts'

type Given = Readonly<Record<string, string>>

/** @returns words for what was not done; `null`: there is a draft of that id now. */
export async function beginPage(
  device: Device,
  id: string,
  { name = '', type = 'tag', lensOf = '', tabTitle = '' }: Given,
): Promise<string | null> {
  try {
    await device.commit(createPage, {
      ...{ id, revisionId: freshId(), lang: document.documentElement.lang || 'en', name, isWikiOnly: type === 'wiki' },
      ...(lensOf === '' ? { lensOf: null } : { lensOf, tabTitle }),
    })
    return null
  } catch (error) {
    if (isRefusal(error)) return wordsFor(refusalOf(error))
    throw error
  }
}
