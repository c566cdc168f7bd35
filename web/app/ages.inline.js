// Dates become ages before they are painted, so that nothing moves when the page comes alive:
// `relativeTime` (web/ui/time-words.ts) as short as it goes, for the dates that `shortDate` wrote.
// The last one may not have been read to its end while the document still comes.
(() => {
  const times = document.getElementsByTagName('time')
  let at = 0
  const put = () => {
    const isComing = document.readyState === 'loading'
    for (const now = Date.now(); at < times.length - isComing; at++) {
      const text = times[at].firstChild
      const minutes = (now - Date.parse(times[at].dateTime)) / 6e4
      if (text && minutes < 43200 && /^\d+ \w{3,4} \d{4}$/.test(text.data)) {
        text.data =
          minutes < 1 ? 'just now' : (minutes < 60 ? (minutes | 0) + ' min' : minutes < 1440 ? ((minutes / 60) | 0) + ' h' : ((minutes / 1440) | 0) + ' d') + ' ago'
      }
    }
    if (isComing) requestAnimationFrame(put)
  }
  put()
  document.addEventListener('DOMContentLoaded', put)
  // The exact time, said once the pointer asks: the app writes it itself.
  document.addEventListener('mouseover', ({ target }) => {
    if (target.dateTime) target.title ||= new Date(target.dateTime).toLocaleString()
  })
})()
