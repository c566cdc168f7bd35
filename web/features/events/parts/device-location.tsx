import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { rounded } from '#shared/local-groups/map-view.ts'
import { useNavigate } from '../../../data/navigation.ts'

const words = {
  asking: 'Asking your browser…',
  denied: 'Your browser didn’t allow it. You can change that in its settings for this site.',
  failed: 'Your device doesn’t know where it is right now. Try again later.',
} as const

const tenMinutes = 600_000

/**
 * Where the device is, once its reader asks for that: the browser asks them too. Rounded to about a
 * kilometer, it is in the address and nowhere else.
 */
export function DeviceLocation() {
  const navigate = useNavigate()
  const [word, say] = useState<keyof typeof words | null>(null)
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere('geolocation' in navigator), [])
  if (!isThere) return null
  const find = () => {
    say('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        say(null)
        void navigate(links.nearbyEvents({ lat: rounded(latitude), lng: rounded(longitude) }))
      },
      ({ code, PERMISSION_DENIED }) => say(code === PERMISSION_DENIED ? 'denied' : 'failed'),
      { maximumAge: tenMinutes, timeout: 20_000 },
    )
  }
  return (
    <>
      <p className="acts">
        <button type="button" className="btn" onClick={find}>
          Use this device’s location
        </button>
      </p>
      <p className="meta soft" role="status">
        {word === null ? null : words[word]}
      </p>
    </>
  )
}
