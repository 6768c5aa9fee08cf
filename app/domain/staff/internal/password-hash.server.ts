import { randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { concurrencyLimit } from '#app/platform/concurrency-limit.ts'

/** RFC 9106's second choice, with OWASP's values for web servers: 19 MiB, two passes, one lane. About 30 ms here. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const LONGEST_BYTES = 1_024
/** Each hash uses a core: more at the same time would only delay all other pages. */
const limited = concurrencyLimit({ atOnce: 1, maxWaiting: 200 })

/** The hash of a password or key with its parameters, as a PHC string. Spaces around the text never count. */
export async function hashSecret(text: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(text, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Whether a typed text is the hashed one. Takes as long for a wrong one. */
export async function verifySecret(text: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  if (!parts) throw new Error('a stored hash is of no known kind')
  const expected = Buffer.from(parts[5]!, 'base64')
  const cost = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) }
  const tag = await derive(text, Buffer.from(parts[4]!, 'base64'), cost, expected.length)
  return timingSafeEqual(tag, expected)
}

/** What an unknown address is compared with, so that it takes as long as a known one. No text has this hash. */
export const DECOY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_BYTES))}`

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

function derive(text: string, nonce: Buffer, cost: Cost, tagLength = TAG_BYTES): Promise<Buffer> {
  const message = Buffer.from(text.normalize('NFKC').trim()).subarray(0, LONGEST_BYTES)
  return limited(() => hashElsewhere({ message, nonce, tagLength, ...cost }))
}

let thread: Worker | null = null
let idle: NodeJS.Timeout | null = null
const IDLE_MS = 20_000

/** Hashes in a separate thread, which ends when nobody signs in for a while. */
async function hashElsewhere(parameters: Argon2Parameters): Promise<Buffer> {
  if (idle) clearTimeout(idle)
  thread ??= startThread()
  thread.ref()
  thread.postMessage(parameters, [])
  try {
    const [tag] = (await once(thread, 'message')) as [Uint8Array]
    return Buffer.from(tag)
  } finally {
    thread?.unref()
    idle = setTimeout(endThread, IDLE_MS).unref()
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./argon-thread.server.ts', import.meta.url))
  started.on('error', endThread)
  return started
}

function endThread(): void {
  void thread?.terminate()
  thread = null
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
