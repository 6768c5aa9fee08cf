import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { signInAgainHref } from '#app/web/ended-session.ts'
import type { MessageLine, TipLine } from '#app/web/chat/thread.server.ts'
import type { Conversation, ConversationState, Pending } from './conversation.ts'
import { hasAgreed } from './has-agreed.ts'
import { MessageMedia } from './message-media.tsx'
import { ReportMessage } from './report-controls.tsx'

/** How far an own message has come. */
export function markOf(seq: number, { otherReadSeq, otherDeliveredSeq }: ConversationState): Mark {
  if (seq <= otherReadSeq) return 'Read'
  return seq <= otherDeliveredSeq ? 'Delivered' : 'Sent'
}

type Mark = 'Sent' | 'Delivered' | 'Read'

type LineProps = {
  line: MessageLine
  day: string | null
  mark: Mark
  from: string
  /** The page leads here after an unlock. */
  aimedAt: boolean
}

export function Line({ line, day, mark, from, aimedAt }: LineProps) {
  const media = line.media?.state === 'removed' ? null : line.media
  const isGone = line.body === '' && media === null
  return (
    <>
      {day && <p className="chat-day">{day}</p>}
      <div
        id={`m-${line.seq}`}
        className={joinClasses(
          'bubble',
          line.own && 'bubble-own',
          media && 'bubble-media',
          aimedAt && media?.state === 'open' && 'bubble-opened',
        )}
      >
        <span className="visually-hidden">{line.own ? 'You: ' : `${from}: `}</span>
        {media && <MessageMedia media={media} />}
        {(line.body !== '' || isGone) && (
          <p className="bubble-text" dir="auto">
            {isGone ? <i>Removed</i> : line.body}
          </p>
        )}
        <p className="bubble-meta">
          {line.earned && <b className="bubble-earned">{line.earned}</b>}
          <span>{line.clock}</span>
          {!line.own && !isGone && <ReportMessage messageId={line.id} />}
          {line.own && (
            <span className="bubble-state">
              <Icon name={mark === 'Sent' ? 'check' : 'check-check'} size={16} />
              {mark}
            </span>
          )}
        </p>
      </div>
    </>
  )
}

/** A tip between the messages. */
export function TipNote({ tip, day }: { tip: TipLine; day: string | null }) {
  return (
    <>
      {day && <p className="chat-day">{day}</p>}
      <div className="chat-tip">
        <Icon name="hand-coins" size={20} />
        <p>
          <b className="money" translate="no">
            {tip.text}
          </b>
          {tip.words && <span className="chat-tip-words" dir="auto">{`“${tip.words}”`}</span>}
        </p>
        <span>{tip.clock}</span>
      </div>
    </>
  )
}

export function PendingLine({
  message,
  conversation,
  paid,
}: {
  message: Pending
  conversation: Conversation
  paid: boolean
}) {
  const { state, text, clientId, why, topUp } = message
  if (state === 'sending')
    return (
      <div className="bubble bubble-own bubble-sending">
        <p className="bubble-text" dir="auto">
          {text}
        </p>
        <p className="bubble-meta">Sending…</p>
      </div>
    )
  return (
    <>
      <div className="bubble bubble-own bubble-failed">
        <p className="bubble-text" dir="auto">
          {text}
        </p>
      </div>
      <div className="chat-failed" role="alert">
        <p className="field-error">
          <Icon name="circle-exclamation-point" size={16} />
          <span>{why ?? failedText(state, paid)}</span>
        </p>
        <div className="row">
          {state === 'signed_out' ? (
            <LinkButton size="small" variant="primary" href={signInAgainHref()}>
              Sign in again
            </LinkButton>
          ) : topUp ? (
            <LinkButton size="small" variant="primary" href={topUp}>
              Top up
            </LinkButton>
          ) : (
            <Button
              size="small"
              icon="refresh-cw"
              type="button"
              onClick={() => conversation.retry(clientId, hasAgreed())}
            >
              Retry
            </Button>
          )}
          <Button size="small" variant="quiet" type="button" onClick={() => conversation.drop(clientId)}>
            Delete
          </Button>
        </div>
      </div>
    </>
  )
}

function failedText(state: Pending['state'], paid: boolean): string {
  if (state === 'offline') return paid ? 'Waiting for network. Nothing is charged yet' : 'Waiting for network'
  if (state === 'signed_out') return 'Your session has ended. Sign in again, and this is sent'
  return paid ? 'No answer yet. Retry can’t send or charge it twice' : 'No answer yet. Retry can’t send it twice'
}
