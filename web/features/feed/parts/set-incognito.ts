import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { doDeed } from '../../../blocks/do-deed.ts'

export const setIncognito = (isIncognito: boolean): Promise<string | null> => doDeed(setFeedSettings, { isIncognito })
