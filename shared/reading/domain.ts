import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { setBookmark, setReadMark, setReaderSetting, setReadingPlace } from './mutations.ts'
import { bookmarks, readMarks, readerSettings, readingPlaces } from './schema.ts'

export const readingDomain = defineDomain({
  tables: [bookmarks, readMarks, readingPlaces, readerSettings],
  mutations: [setBookmark, setReadMark, setReadingPlace, setReaderSetting],
  outboxWords: [
    inOutbox(setBookmark, ({ targetKind, targetId, isSaved }) => ({
      what: isSaved ? 'Bookmarking' : 'Removing a bookmark',
      about: { kind: targetKind, id: targetId },
    })),
    inOutbox(setReadMark, ({ postId, isRead }) => ({
      what: isRead ? 'Marking as read' : 'Marking as unread',
      about: { kind: 'post', id: postId },
    })),
  ],
})
