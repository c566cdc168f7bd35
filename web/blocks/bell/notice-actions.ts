import { chooseNotices, markAllViewed, seeKarma, setViewed } from '#shared/notifications/mutations.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import { mutate } from '../mutate.ts'

/** Each answers what the reader has to be told, or `null`. */
export const markViewed = async (id: string, isViewed = true): Promise<string | null> => (await mutate(setViewed, { id, isViewed })).message
export const markAll = async (upTo: number): Promise<string | null> => (await mutate(markAllViewed, { upTo })).message
export const markKarma = async (upTo: number): Promise<string | null> => (await mutate(seeKarma, { upTo })).message
export const choose = async (choice: NoticeChoice): Promise<string | null> => (await mutate(chooseNotices, { choice })).message
