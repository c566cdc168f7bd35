/** To the same app in the other tabs of this profile. Nobody hears their own messages. */
export interface TabChannel<Message> {
  /** After `close` it says nothing: what was on its way when a tab let go of an account has nobody to go to. */
  post(message: Message): void
  listen(listener: (message: Message) => void): void
  close(): void
}

/** `null` in a browser without it: each tab sees its own deeds at once, and those of others with the next load. */
export function openTabChannel<Message>(name: string): TabChannel<Message> | null {
  if (!('BroadcastChannel' in globalThis)) return null
  const channel = new BroadcastChannel(name)
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
