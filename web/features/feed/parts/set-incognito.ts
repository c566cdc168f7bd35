import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'

export const setIncognito = (isIncognito: boolean): Promise<string | null> => mutate(setFeedSettings, { isIncognito })
