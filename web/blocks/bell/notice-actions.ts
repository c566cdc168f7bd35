import { chooseNotices, markAllViewed, seeKarma, setViewed } from '#shared/notifications/mutations.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import { mutateLocally } from '../mutate-locally.ts'

/** Each answers what the reader has to be told, or `null`. */
export const markViewed = async (id: string, isViewed = true): Promise<string | null> =>
  (await mutateLocally(setViewed, { id, isViewed })).words
export const markAll = async (upTo: number): Promise<string | null> => (await mutateLocally(markAllViewed, { upTo })).words
export const markKarma = async (upTo: number): Promise<string | null> => (await mutateLocally(seeKarma, { upTo })).words
export const choose = async (choice: NoticeChoice): Promise<string | null> => (await mutateLocally(chooseNotices, { choice })).words
