import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = {
  challenge: string
  origin?: string
  rpId?: string
  counter?: number
  verified?: boolean
  userHandle?: string
}

/** A device with one passkey, without a browser: it sends what a browser would send. */
export function anAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  return {
    id: credential.id,
    /** Its response when a passkey is created. */
    make: (options: Options): string => {
      const cose = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(options, 0x40, attested))],
      ])
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      })
    },
    /** Its response to a challenge. */
    sign: (options: Options): string => {
      const client = clientData('webauthn.get', options)
      const data = authenticatorData(options, 0, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: options.userHandle,
        },
        clientExtensionResults: {},
      })
    },
  }
}

function clientData(type: string, { challenge, origin = 'http://localhost:3000' }: Options): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(options: Options, flags: number, attested: Buffer): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(options.counter ?? 0)
  const rpIdHash = createHash('sha256')
    .update(options.rpId ?? 'localhost')
    .digest()
  const present = 0x01 | (options.verified === false ? 0 : 0x04)
  return Buffer.concat([rpIdHash, Buffer.from([present | flags]), counter, attested])
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

function cborInt(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(pairs: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
}
