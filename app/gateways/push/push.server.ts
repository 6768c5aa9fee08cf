import { config } from '#app/platform/config.server.ts'
import { PUSH_HOSTS } from './push-address.ts'
import type { PushSender } from './push-port.ts'
import { publicNetwork, webPushSender } from './web-push.server.ts'

let current: PushSender | null = null

/** Set at the start from the keys of this installation; null where it has none, and no alert is offered or sent. */
export function usePushKey(privateKey: string | null): void {
  const { mailFrom, pushHosts } = config()
  const contact = `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
  current = privateKey === null ? null : webPushSender(privateKey, contact, publicNetwork(pushHosts ?? PUSH_HOSTS))
}

/** Tests give a sender with a receiver of their own. */
export function usePushSender(sender: PushSender | null): void {
  current = sender
}

export function pushSender(): PushSender | null {
  return current
}
