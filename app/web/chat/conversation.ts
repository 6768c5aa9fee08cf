import type { MessageLine, OtherState, TipLine } from '#app/web/chat/thread.server.ts'

/** A message on its way, or one that was not sent. */
export type Pending = {
  clientId: string
  text: string
  state: 'sending' | 'offline' | 'unanswered' | 'signed_out' | 'refused'
  /** Why it was refused, and the page that tops up the wallet where that helps. */
  why: string | null
  topUp: string | null
  /** When it was written, in milliseconds. */
  at: number
  /** The price that stood beside it when it was written, in minor units, and whether it was agreed to. */
  shown?: string
  agreed?: boolean
}

export type Price = { minor: string; text: string }

export type ConversationState = OtherState & {
  /** Of its addresses: the creator's id before the first message, then the thread's. */
  key: string
  /** Something has been written: only then are there news to ask for. */
  written: boolean
  lines: readonly MessageLine[]
  tips: readonly TipLine[]
  answerBy: string | null
  balance: string | null
  /** What a message costs; null for a creator. */
  price: Price | null
  /** The price has to be agreed to before the next message. */
  toAgree: boolean
  pending: readonly Pending[]
}

export type News = OtherState & {
  answerBy: string | null
  messages: MessageLine[]
  /** Locked ones on screen that are unlocked or removed now; a server of an earlier release says nothing of them. */
  changed?: MessageLine[]
  /** The newest ones. */
  tips?: TipLine[]
  /** More have come than one answer holds. */
  more: boolean
}
type SentAnswer =
  | { signedOut: true; sent?: undefined; refusal?: undefined }
  | { sent: { threadId: string }; balance: string | null; refusal?: undefined }
  | { refusal: { text: string; topUp: string | null; price: Price | null }; sent?: undefined }

/** How a page reaches the server: the answer as JSON, or null where none came. */
export type Ask = (path: string, form?: URLSearchParams) => Promise<unknown>
type Outside = {
  ask: Ask
  addressOf: (key: string) => string
  isOnline: () => boolean
  newId: () => string
  /** In milliseconds. */
  now: () => number
  /** Where what is not sent survives a reload. */
  unsent: { read: () => readonly Pending[]; write: (pending: readonly Pending[]) => void }
}

/** What was written longer ago is not sent by itself any more. */
const STALE_MS = 86_400_000

/**
 * A conversation as one tab knows it: what the server rendered, what has come since, and what is on its way. Messages are sent one after
 * the other, each with an id of its own, so that a repeated one is stored and paid once.
 */
export function openConversation(start: Omit<ConversationState, 'pending'>, outside: Outside) {
  let state: ConversationState = { ...start, pending: [] }
  let turn: Promise<unknown> = Promise.resolve()
  const readers = new Set<() => void>()

  function change(values: Partial<ConversationState>): void {
    state = { ...state, ...values }
    if (values.pending) outside.unsent.write(values.pending)
    for (const notify of readers) notify()
  }
  const changePending = (clientId: string, values: Partial<Pending>) =>
    change({ pending: state.pending.map((one) => (one.clientId === clientId ? { ...one, ...values } : one)) })
  const drop = (clientId: string) => change({ pending: state.pending.filter((one) => one.clientId !== clientId) })

  let syncing: Promise<boolean> | null = null
  let again = false

  /**
   * Reads what has come since the last message on screen. Whoever asks meanwhile gets what came since then, too. False where the server
   * gave no answer, so that there may be news.
   */
  async function sync(): Promise<boolean> {
    again = true
    syncing ??= readNews().finally(() => (syncing = null))
    return syncing
  }

  async function readNews(): Promise<boolean> {
    while (again) {
      again = false
      if (!state.written || !outside.isOnline()) return true
      const after = state.lines.at(-1)?.seq ?? 0
      const news = (await outside.ask(`${outside.addressOf(state.key)}?${askFor(after, state.lines)}`)) as News | null
      if (!news?.messages) return false
      const { messages, changed = [], tips = [], more, ...rest } = news
      // Two answers may overlap: each number stands once.
      const last = state.lines.at(-1)?.seq ?? 0
      const known = changed.length === 0 ? state.lines : state.lines.map((line) => changedOf(line, changed))
      change({
        ...rest,
        tips: [...state.tips, ...tips.filter(({ id }) => !state.tips.some((tip) => tip.id === id))],
        lines: [...known, ...messages.filter(({ seq }) => seq > last)],
        // A message may arrive before the answer to it, or instead of one that was lost.
        pending: state.pending.filter(({ clientId }) => !messages.some((line) => line.clientId === clientId)),
      })
      again ||= more
      resume()
    }
    return true
  }

  /**
   * Sends what waits, in order; what would cost another price than when it was written waits for a tap. A message that may have been stored
   * already is stored and paid once, by its id.
   */
  function resume(): void {
    if (!outside.isOnline()) return
    for (const one of state.pending) {
      if (!goesByItself(one)) continue
      changePending(one.clientId, { state: 'sending' })
      queue(one.clientId, one.text, one.agreed ?? false)
    }
  }

  function goesByItself({ state: sent, at, shown }: Pending): boolean {
    if ((sent !== 'offline' && sent !== 'unanswered') || outside.now() - at > STALE_MS) return false
    return shown === state.price?.minor
  }

  /** The state of an earlier message that goes by itself, which a later one doesn't overtake. */
  function heldBy(clientId: string): 'offline' | 'unanswered' | null {
    const before = state.pending.slice(
      0,
      state.pending.findIndex((one) => one.clientId === clientId),
    )
    return before.find(goesByItself)?.state === 'offline' ? 'offline' : before.some(goesByItself) ? 'unanswered' : null
  }

  async function deliver(clientId: string, text: string, agreed: boolean): Promise<void> {
    const held = outside.isOnline() ? heldBy(clientId) : 'offline'
    if (held) return changePending(clientId, { state: held })
    const { price } = state
    const form = new URLSearchParams({ text, client_id: clientId })
    if (price) form.set('shown', state.pending.find((one) => one.clientId === clientId)?.shown ?? price.minor)
    if (price && agreed) form.set('agreed', 'yes')
    const answer = (await outside.ask(outside.addressOf(state.key), form)) as SentAnswer | null
    if (answer?.sent) {
      change({
        key: answer.sent.threadId,
        written: true,
        toAgree: false,
        balance: answer.balance ?? state.balance,
      })
      await sync()
      return drop(clientId)
    }
    if (answer && 'signedOut' in answer) return changePending(clientId, { state: 'signed_out' })
    if (!answer?.refusal) return changePending(clientId, { state: 'unanswered' })
    const { text: why, topUp, price: risen } = answer.refusal
    if (risen) change({ price: risen, toAgree: true })
    return changePending(clientId, { state: 'refused', why, topUp })
  }

  const asShown = (agreed: boolean) => (state.price ? { shown: state.price.minor, agreed } : {})

  function queue(clientId: string, text: string, agreed: boolean): void {
    turn = turn.then(() => deliver(clientId, text, agreed))
  }

  return {
    read: () => state,
    subscribe: (notify: () => void) => {
      readers.add(notify)
      return () => readers.delete(notify)
    },
    sync,
    drop,
    resume,
    /** The other side has received or read the thread up to this message: what is read was received too. */
    receipt(kind: 'delivered' | 'read', seq: number): void {
      const otherReadSeq = kind === 'read' ? Math.max(seq, state.otherReadSeq) : state.otherReadSeq
      change({ otherReadSeq, otherDeliveredSeq: Math.max(seq, state.otherDeliveredSeq) })
    },
    /** Takes up what an earlier page of this tab could not send. Whether the last one was stored is not known. */
    restore(): void {
      const known = new Set([...state.lines, ...state.pending].map(({ clientId }) => clientId))
      const kept = outside.unsent.read().filter(({ clientId }) => !known.has(clientId))
      if (kept.length === 0) return
      const taken = kept.map((one) =>
        one.state === 'sending' || one.state === 'signed_out' ? { ...one, state: 'unanswered' as const } : one,
      )
      change({ pending: [...taken, ...state.pending] })
      if (state.written) void sync()
      else resume()
    },
    /** Sends a text after those before it. `agreed`: the fan has ticked the price. */
    send(text: string, agreed: boolean): void {
      const clientId = outside.newId()
      resume()
      const written = {
        clientId,
        text,
        state: 'sending',
        why: null,
        topUp: null,
        at: outside.now(),
        ...asShown(agreed),
      } as const
      change({ pending: [...state.pending, written] })
      queue(clientId, text, agreed)
    },
    /** Sends one that was not sent once more, with its own id. */
    retry(clientId: string, agreed: boolean): void {
      const known = state.pending.find((one) => one.clientId === clientId)
      if (!known || known.state === 'sending') return
      changePending(clientId, { state: 'sending', why: null, topUp: null, ...asShown(agreed) })
      queue(clientId, known.text, agreed)
    },
  }
}

export type Conversation = ReturnType<typeof openConversation>

const MAX_WATCHED = 20

/** What a page asks for: what came after its last message, and whether its last locked ones are still locked. */
function askFor(after: number, lines: readonly MessageLine[]): string {
  const locked = lines.filter((line) => line.locked).slice(-MAX_WATCHED)
  return `after=${after}${locked.length > 0 ? `&locked=${locked.map(({ seq }) => seq).join(',')}` : ''}`
}

function changedOf(line: MessageLine, changed: readonly MessageLine[]): MessageLine {
  return changed.find(({ id }) => id === line.id) ?? line
}
