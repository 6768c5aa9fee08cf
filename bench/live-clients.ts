import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { LIVE_PATH, type Notice } from '#app/platform/live.ts'
import { type LivePerson, RATE_MINOR } from '#tests/support/live-pairs.ts'

const AT_ONCE = 40

/** Runs `work` for all, so many at the same time. */
export async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

/** A live connection without Socket.IO's client, whose work is not what is measured. Resolves when it is in its channels. */
export function openLive(
  url: string,
  person: LivePerson,
  channels: readonly string[],
  onNotice: (text: string) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    headers: { origin: url, cookie: person.cookie, 'x-forwarded-for': person.address },
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a live connection was closed')))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('42["notice"')) onNotice(text)
      else if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send('40')
      else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['join', channels])}`)
      else if (text === `430${JSON.stringify([channels])}`) resolve(socket)
      else if (text.startsWith('430')) reject(new Error(`only joined ${text}`))
    })
  })
}

export function openBare(url: string, onText: () => void): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false })
  socket.on('message', onText)
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
}

export const noticeOf = (text: string): Notice => (JSON.parse(text.slice(2)) as ['notice', Notice])[1]

const agent = new Agent({ keepAlive: true })

type Asked = { threadId: string; after?: number; text?: string }

/** What has come in a thread since this number, or a paid message to it, as the page's script asks: again where the server is too busy. */
export async function askThread(url: string, person: LivePerson, asked: Asked): Promise<string> {
  const clientId = randomUUID()
  for (;;) {
    const { status, text } = await askOnce(url, person, asked, clientId)
    if (status === 200) return text
    if (status !== 503) throw new Error(`${status}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function askOnce(
  url: string,
  person: LivePerson,
  { threadId, after, text }: Asked,
  clientId: string,
): Promise<{ status: number; text: string }> {
  const body = text && new URLSearchParams({ text, client_id: clientId, shown: String(RATE_MINOR) }).toString()
  const headers = {
    cookie: person.cookie,
    origin: url,
    'x-forwarded-for': person.address,
    ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const address = `${url}/chat/${threadId}/messages${after === undefined ? '' : `?after=${after}`}`
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: body ? 'POST' : 'GET', agent, headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (part: string) => (answer += part))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, text: answer }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
