import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'

export const setIncognito = async (isIncognito: boolean): Promise<string | null> => (await mutate(setFeedSettings, { isIncognito })).message
