import type { IncomingMessage, ServerResponse } from 'node:http'
import { databaseIsAway } from '#app/platform/database-watch.server.ts'
import { guardedBytes } from '#app/web/guarded-bytes.ts'
import { type Approval, type RecentApproval, RecentApprovals } from '#app/web/recent-approvals.server.ts'
import { storedPart } from '#app/web/stored-part.ts'
import { sendBytes } from './send-response.ts'

/** What is different in each answer about a part of the same object. */
const OF_PART = new Set(['content-length', 'content-range', 'accept-ranges', 'x-accel-redirect'])

/** The media route answers the first request for an object; those of the next moment are answered here, on the same check. */
export class RecentMedia {
  #approvals = new RecentApprovals()
  #ended = 0

  /** Call before the route checks; the result keeps what it approved, unless a right ended meanwhile. */
  begin(request: IncomingMessage): (approval: Approval, answer: Response) => void {
    const [checkedAt, ended] = [performance.now(), this.#ended]
    return (approval, answer) => {
      if (ended !== this.#ended || answer.headers.has('set-cookie')) return
      const headers = [...answer.headers].filter(([name]) => !OF_PART.has(name))
      this.#approvals.keep(keyOf(request), { ...approval, headers, checkedAt })
    }
  }

  /** Answers from a check of the last moment. False where there is none, or where the route has to say more: nothing is sent then. */
  async answer(request: IncomingMessage, response: ServerResponse, leave: () => void): Promise<boolean> {
    const { method, headers } = request
    if (method !== 'GET' || headers['if-none-match'] !== undefined || headers['if-range'] !== undefined) return false
    const approval = this.#approvals.find(keyOf(request))
    if (!approval || databaseIsAway()) return false
    const part = storedPart(approval.object, headers.range ?? null)
    if (part.status === 416) return false
    const spent = await approval.spend()
    if (!spent.ok) return false
    const { countBytes } = spent.value
    if (!part.open) {
      countBytes(part.leftToProxy)
      response.writeHead(200, [...approval.headers.flat(), ...part.headers.flat()])
      response.end()
      leave()
      return true
    }
    const body = await part.open()
    if (!body) return false
    // From here on the response is only transferred: its place is free for the next request.
    leave()
    response.writeHead(part.status, [...approval.headers.flat(), ...part.headers.flat()])
    await sendBytes(response, guardedBytes(body, guardOf(approval, countBytes)))
    return true
  }

  /** A right has ended somewhere: everything is checked again. */
  forgetAll(): void {
    this.#ended += 1
    this.#approvals.forgetAll()
  }
}

function guardOf({ mayGoOn, checkedAt }: RecentApproval, countBytes: (bytes: number) => void) {
  return { mayGoOn, countBytes, checkedAt }
}

/** All that decides about an answer: who asks (cookies), for what, by which address, and whether one of our pages does. */
function keyOf({ url, headers }: IncomingMessage): string {
  const { cookie, host, referer } = headers
  return [url, cookie, host, headers['sec-fetch-site'], headers['sec-fetch-dest'], referer].join('\n')
}
