import { createECDH } from 'node:crypto'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import { isPushAddress } from './push-address.ts'
import type { PushMessage, PushOutcome, PushSender, PushSubscription } from './push-port.ts'
import { lookupPublic } from './public-lookup.server.ts'

const DEADLINE_MS = 10_000
/** An answer says in a few words what went wrong. */
const MAX_ANSWER_BYTES = 4_096

type Request = (url: URL, options: RequestOptions, answered: (answer: IncomingMessage) => void) => ClientRequest

/** How the network is reached. Tests give a receiver on this machine; the product has no other than the default. */
export type PushNetwork = { mayNotify(endpoint: string): boolean; request: Request; lookup?: LookupFunction }

export function publicNetwork(hosts: readonly string[]): PushNetwork {
  return {
    mayNotify: (endpoint) => isPushAddress(endpoint, hosts),
    request: (url, options, answered) => https.request(url, options, answered),
    lookup: lookupPublic,
  }
}

/** The public half of a private key. */
export function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return curve.getPublicKey('base64url')
}

/** Sends encrypted alerts to the push services of browsers (RFC 8030, 8291, 8292). `contact`: how a service reaches us about them. */
export function webPushSender(privateKey: string, contact: string, network: PushNetwork): PushSender {
  const publicKey = publicKeyOf(privateKey)
  return {
    publicKey,
    mayNotify: (endpoint) => network.mayNotify(endpoint),
    send: async ({ endpoint, p256dh, auth }: PushSubscription, message: PushMessage) => {
      // The list of hosts may have become shorter since the browser subscribed.
      if (!network.mayNotify(endpoint)) return { kind: 'refused', reason: 'the host is not a push service' }
      try {
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.text, {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: message.ttlSeconds,
          urgency: message.urgency,
          contentEncoding: 'aes128gcm',
        })
        return outcomeOf(await post(network, new URL(endpoint), headers, body))
      } catch (error) {
        return { kind: 'busy', reason: error instanceof Error ? error.message.slice(0, 200) : 'no answer' }
      }
    },
  }
}

/** Follows no redirect, reads a few bytes of the answer, and waits no longer than the deadline in all. Returns the status. */
function post(network: PushNetwork, url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const options: RequestOptions = { method: 'POST', headers, signal, agent: false }
    if (network.lookup) options.lookup = network.lookup
    const request = network.request(url, options, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) answer.destroy()
      })
      answer.once('close', () => resolve(answer.statusCode!))
      answer.once('error', () => {})
    })
    request.once('error', reject)
    request.end(body)
  })
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `the push service answered ${status}`
  return { kind: status === 429 || status >= 500 ? 'busy' : 'refused', reason }
}
