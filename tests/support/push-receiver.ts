import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushNetwork } from '#app/gateways/push/web-push.server.ts'

type Received = { headers: IncomingHttpHeaders; text: string }

/** A browser with its push service on this machine: it keeps what it is sent, decrypted with its own keys. */
export async function openPushReceiver() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const state: { answer: (response: ServerResponse) => void } = { answer: (response) => response.writeHead(201).end() }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, text: decrypt(Buffer.concat(chunks), curve, auth) })
      state.answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const network: PushNetwork = {
    mayNotify: (endpoint) => endpoint.startsWith(`${origin}/`),
    request: (url, options, answered) => http.request(url, options, answered),
  }
  return {
    received,
    state,
    network,
    subscription: (name = 'device') => ({
      endpoint: `${origin}/push/${name}`,
      p256dh: curve.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce<ReturnType<typeof createHmac>>((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

/** RFC 8291, with the one record of RFC 8188 that a push message has. */
function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const shared = hmac(auth, curve.computeSecret(sender))
  const secret = hmac(shared, 'WebPush: info\0', curve.getPublicKey(), sender, Buffer.from([1]))
  const pseudoRandom = hmac(salt, secret)
  const key = hmac(pseudoRandom, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(pseudoRandom, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
