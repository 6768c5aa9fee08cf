export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** `urgency`: whether a phone is woken for it. The service drops what it could not deliver after `ttlSeconds`. */
export type PushMessage = { text: string; urgency: 'normal' | 'high'; ttlSeconds: number }

/** `gone`: the browser has ended its subscription. `refused`: trying again would not help. `busy`: later it may. */
export type PushOutcome = { kind: 'sent' } | { kind: 'gone' } | { kind: 'refused' | 'busy'; reason: string }

export type PushSender = {
  /** What a browser subscribes with. */
  publicKey: string
  /** Whether a browser may name this address. */
  mayNotify(endpoint: string): boolean
  /** Never throws: what went wrong is an outcome. */
  send(subscription: PushSubscription, message: PushMessage): Promise<PushOutcome>
}
