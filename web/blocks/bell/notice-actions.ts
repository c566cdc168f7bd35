import { chooseNotices, markAllViewed, seeKarma, setViewed } from '#shared/notifications/mutations.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import { doHere } from '../do-here.ts'

/** Each answers what the reader has to be told, or `null`. */
export const markViewed = async (id: string, isViewed = true): Promise<string | null> => (await doHere(setViewed, { id, isViewed })).words
export const markAll = async (upTo: number): Promise<string | null> => (await doHere(markAllViewed, { upTo })).words
export const markKarma = async (upTo: number): Promise<string | null> => (await doHere(seeKarma, { upTo })).words
export const choose = async (choice: NoticeChoice): Promise<string | null> => (await doHere(chooseNotices, { choice })).words
