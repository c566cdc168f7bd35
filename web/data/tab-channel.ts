/** To the same app in the other tabs of this profile. Nobody hears their own messages. */
export interface TabChannel<Message> {
  /**
   * After `close` it says nothing: what was on its way when a tab let go of an account has nobody
   * to go to.
   */
  post(message: Message): void
  listen(listener: (message: Message) => void): void
  close(): void
}

/**
 * `null` in a browser without it, or that refuses it: each tab sees its own mutations at once, and
 * those of others with the next load.
 */
export function openTabChannel<Message>(name: string): TabChannel<Message> | null {
  const channel = made(name)
  if (channel === null) return null
  let isOpen = true
  return {
    post: (message) => {
      if (isOpen) channel.postMessage(message)
    },
    // Only this app's own tabs post here.
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data)),
    close: () => {
      isOpen = false
      channel.close()
    },
  }
}

function made(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
