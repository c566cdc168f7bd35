/** What kind of device speaks: for sums alone, so that a queue that ages on telephones is seen. */
export type DeviceClass = 'phone' | 'tablet' | 'desktop' | 'program'

export function deviceClassOf(userAgent: string | undefined): DeviceClass {
  if (userAgent?.startsWith('Mozilla/') !== true) return 'program'
  if (/\biPad\b|\bTablet\b/u.test(userAgent)) return 'tablet'
  if (/\bMobile\b|\biPhone\b/u.test(userAgent)) return 'phone'
  return userAgent.includes('Android') ? 'tablet' : 'desktop'
}
