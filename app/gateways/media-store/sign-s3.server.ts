import { createHash, createHmac } from 'node:crypto'

export type S3Keys = { accessKey: string; secretKey: string; region: string }
export type S3Request = { method: string; url: URL; headers: Record<string, string>; bodySha256: string; at: Date }

export const EMPTY_SHA256 = sha256('')

/**
 * The headers that sign a request for an S3-compatible store (AWS Signature Version 4). Header names must be lower case; the caller sends
 * exactly what was signed.
 */
export function signS3(request: S3Request, keys: S3Keys): Record<string, string> {
  const stamp = request.at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = `${stamp.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodySha256,
    'x-amz-date': stamp,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    request.method,
    request.url.pathname
      .split('/')
      .map((segment) => encodeStrictly(decodeURIComponent(segment)))
      .join('/'),
    queryOf([...request.url.searchParams]),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.bodySha256,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const signature = createHmac('sha256', signingKey(keys, stamp.slice(0, 8)))
    .update(toSign)
    .digest('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function signingKey(keys: S3Keys, day: string): Buffer {
  let key: Buffer = Buffer.from(`AWS4${keys.secretKey}`)
  for (const part of [day, keys.region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(part).digest()
  return key
}

/** A query string in its signed form: sorted, and encoded as a store encodes it. */
export function queryOf(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .toSorted()
    .join('&')
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
