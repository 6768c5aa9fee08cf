import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { askAgainMs } from '#app/web/chat/ask-again.ts'
import { io, type Socket } from 'socket.io-client'
import { LIVE_PATH, type Notice } from '#app/platform/live.ts'
import { type LivePerson, RATE_MINOR } from './live-pairs.ts'

type Seen = { seq: number; body: string }
type LiveAnswer = {
  messages?: Seen[]
  more?: boolean
  otherReadSeq?: number
  otherDeliveredSeq?: number
  sent?: { id: string; seq: number }
  refusal?: { text: string }
}

/** An open conversation of one side: it hears by its live connection that something came, and reads it by the ordinary route. */
export class LiveSide {
  readonly seen: Seen[] = []
  readonly notices: Notice[] = []
  readonly socket: Socket
  /** Called when something new has been read. */
  onSeen: () => void = () => {}
  private reading: Promise<void> | null = null
  private again = false
  private askedAt = performance.now()
  private readonly url: string
  readonly person: LivePerson
  private readonly threadId: string

  constructor(url: string, person: LivePerson, threadId: string) {
    this.url = url
    this.person = person
    this.threadId = threadId
    this.socket = io(url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 2_000,
      extraHeaders: { origin: url, cookie: person.cookie, 'x-forwarded-for': person.address },
    })
    this.socket.on('connect', () => this.join())
    this.socket.on('notice', (notice: Notice) => {
      this.notices.push(notice)
      if (notice.kind !== 'typing') void this.read()
    })
    this.socket.on('sync', () => void this.read())
  }

  /** As a page does: a join that a busy server could not answer is asked for again. */
  private join(): void {
    this.socket
      .timeout(5_000)
      .emit('join', [`thread:${this.threadId}`], (failure: Error | null, got: readonly string[] | null) => {
        void this.read()
        if ((failure || !got) && this.socket.connected) setTimeout(() => this.join(), 1_000 * (0.5 + Math.random()))
      })
  }

  /** As a page does, in case a notice was lost with the server that should have sent it: asks after half a minute without news. */
  keepAsking(): void {
    const timer = setInterval(() => {
      if (!this.socket.active) return clearInterval(timer)
      if (performance.now() - this.askedAt >= askAgainMs({ live: this.socket.connected, unanswered: 0 }, 0.5))
        void this.read()
    }, 1_000)
    timer.unref()
  }

  read(): Promise<void> {
    this.again = true
    this.reading ??= this.readAll().finally(() => (this.reading = null))
    return this.reading
  }

  private async readAll(): Promise<void> {
    let unanswered = 0
    while (this.again) {
      this.again = false
      this.askedAt = performance.now()
      const after = this.seen.at(-1)?.seq ?? 0
      const news = await this.ask(`?after=${after}`)
      if (!news?.messages) {
        // As a page does: a busy server refuses reads, and what it has announced is still to be read.
        unanswered += 1
        await pause(askAgainMs({ live: this.socket.connected, unanswered }, Math.random()))
        this.again = this.socket.active
        continue
      }
      unanswered = 0
      for (const { seq, body } of news.messages) if (seq > (this.seen.at(-1)?.seq ?? 0)) this.seen.push({ seq, body })
      this.again ||= news.more === true
      if (news.messages.length > 0) this.onSeen()
    }
  }

  /** The thread's messages, or a message to it; null where no answer came. */
  async ask(query: string, form?: URLSearchParams): Promise<LiveAnswer | null> {
    try {
      const answer = await this.post(`/chat/${this.threadId}/messages${query}`, form)
      return answer.headers.get('content-type')?.includes('json') ? ((await answer.json()) as LiveAnswer) : null
    } catch {
      return null
    }
  }

  /** Any request of the same browser. */
  post(path: string, form?: URLSearchParams): Promise<Response> {
    return fetch(this.url + path, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: form }),
      redirect: 'manual',
      headers: { origin: this.url, cookie: this.person.cookie, 'x-forwarded-for': this.person.address },
    })
  }

  /** Sends until it is answered, as a page does whose answers are lost. */
  async send(text: string, clientId: string = randomUUID()): Promise<{ id: string; seq: number }> {
    const form = new URLSearchParams({ text, client_id: clientId, shown: String(RATE_MINOR) })
    for (;;) {
      const answer = await this.ask('', form)
      if (answer?.sent) return answer.sent
      if (answer?.refusal) throw new Error(answer.refusal.text)
      await pause(200)
    }
  }
}
