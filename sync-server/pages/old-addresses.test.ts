import { expect, test } from 'vitest'
import { newAddress } from './old-addresses.ts'

/** content.md 7.1, 9.1 */
test.each([
  ['/tags', '', '/wikitags/all'],
  ['/tags/all', '', '/wikitags/all'],
  ['/topics', '', '/wikitags/all'],
  ['/topics/all', '', '/wikitags/all'],
  ['/concepts', '', '/wikitags/all'],
  ['/Concepts/All', '', '/wikitags/all'],
  ['/wiki', '', '/wikitags/all'],
  ['/wikitags', '?q=tide', '/wikitags/all?q=tide'],
  ['/tag/create', '?name=Kelp', '/w/create?name=Kelp'],
  ['/tags/dashboard', '?focus=allPages', '/w/dashboard?focus=allPages'],
  ['/tags/random', '', '/w/random'],
  ['/tagActivity', '', '/wActivity'],
  ['/tagVoting', '', '/wActivity'],
  ['/tagFeed', '', '/wFeed'],
  ['/tag/night-watch', '?sortedBy=new', '/w/night-watch?sortedBy=new'],
  ['/tag/night-watch/discussion', '', '/w/night-watch/discussion'],
  ['/tag/night-watch/history', '?user=ada', '/w/night-watch/history?user=ada'],
  ['/p/night-watch', '', '/w/night-watch'],
  ['/auth/login', '', '/login'],
  ['/Auth/Login', '?returnTo=%2Fdrafts', '/login?returnTo=%2Fdrafts'],
  ['/SUBMITTED', '?id=ada', '/users/ada'],
  ['/Threads', '?id=ada&limit=20', '/users/ada?limit=20'],
  ['/user/ada/overview', '', '/users/ada'],
  ['/user/ada/submitted/old', '?limit=20', '/users/ada?limit=20'],
  ['/revisions/tag/night-watch', '?limit=20', '/revisions/w/night-watch?limit=20'],
  ['/Compare/Tag/night-watch', '?before=1.0.0', '/compare/w/night-watch?before=1.0.0'],
  ['/p/%C3%BCber-uhren', '', '/w/%C3%BCber-uhren'],
])('%s%s leads to %s', (path, search, expected) => {
  expect(newAddress(path, search)).toBe(expected)
})

test.each(['/tag', '/p', '/tag/a/b/c', '/tags/nothing', '/wikitags/none', '/w/night-watch'])('%s is no old address', (path) => {
  expect(newAddress(path, '')).toBeNull()
})
