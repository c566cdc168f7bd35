import { expect, test } from 'vitest'
import { noticeTypesInOrder } from '../notifications/all-types.ts'
import { settingPlace } from './setting-places.ts'

test.each([
  ['displayName', '/account?tab=profile#display-name'],
  ['email', '/account#email-title'],
  ['order', '/settings#look-order'],
  ['mapPoint', '/account?tab=place#map-point'],
  ['noEmails', '/notifications?tab=settings#noEmails'],
  [noticeTypesInOrder[0] ?? '', `/notifications?tab=settings#email-${noticeTypesInOrder[0]}`],
  // Its row is in no table: it can't be turned off.
  ['emailVerificationRequired', null],
  ['constructor', null],
  ['', null],
])('the setting %s stands at %s', (name, place) => expect(settingPlace(name)).toBe(place))
