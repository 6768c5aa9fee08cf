import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { isSignedOut } from '#app/web/ended-session.ts'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { useLookAgain } from '#app/web/components/use-look-again.ts'
import { Composer } from './composer.tsx'
import { type Conversation, openConversation } from './conversation.ts'
import { FanNote } from './fan-note.tsx'
import { Line, markOf, PendingLine, TipNote } from './message-lines.tsx'
import type { PageData } from './page-data.ts'
import { Head } from './thread-head.tsx'
import { timelineOf } from './timeline.ts'
import { UnlockView } from './unlock-view.tsx'
import { unsentOf } from './unsent.ts'
import { useLiveThread } from './use-live-thread.ts'

/** One conversation. Another one starts anew, with its own key. */
export function ThreadPage({ page, answer }: { page: PageData; answer: FormAnswer | undefined }) {
  return <OpenThread key={`${page.key} ${page.lines[0]?.seq ?? 0}`} page={page} answer={answer} />
}

function OpenThread({ page, answer }: { page: PageData; answer: FormAnswer | undefined }) {
  const { money } = page
  const isNewest = page.newestHref === null
  const [unsent] = useState(() => unsentOf(page.viewerId, page.side === 'fan' ? page.creatorId : page.key))
  const [conversation] = useState(() =>
    openConversation(
      {
        key: page.key,
        written: page.written,
        lines: page.lines,
        tips: page.tips,
        ...page.otherState,
        answerBy: page.answerBy,
        balance: money?.balance ?? null,
        price: money && { minor: money.shown, text: money.rate },
        toAgree: money?.toAgree ?? false,
      },
      {
        ask,
        addressOf: to.chatMessages,
        isOnline: () => navigator.onLine,
        newId: () => crypto.randomUUID(),
        now: () => now().getTime(),
        unsent,
      },
    ),
  )
  useUnsent(conversation)
  const state = useSyncExternalStore(conversation.subscribe, conversation.read, conversation.read)
  const { lines, pending } = state
  const live = useLiveThread({
    conversation,
    threadId: state.written ? state.key : null,
    side: page.side,
    creatorId: page.side === 'fan' ? page.creatorId : null,
    onlineMs: state.onlineMs,
    follows: isNewest,
  })
  const end = useRef<HTMLDivElement>(null)
  useShownPlace({ end, aimedAt: page.aimedAt, isNewest, shown: lines.length + pending.length + state.tips.length })
  return (
    <div className="chat">
      <Head page={page} state={state} typing={live.typing} />
      {page.note !== '' && page.other.href && <FanNote href={page.other.href} note={page.note} />}
      <div className="chat-messages" role="log" aria-label="Messages">
        {page.earlierHref && (
          <LinkButton size="small" variant="quiet" href={page.earlierHref}>
            Earlier messages
          </LinkButton>
        )}
        {lines.length === 0 && pending.length === 0 && <FirstHint page={page} />}
        {timelineOf(lines, state.tips).map(({ day, ...entry }) =>
          'tip' in entry ? (
            <TipNote key={entry.tip.id} tip={entry.tip} day={day} />
          ) : (
            <Line
              key={entry.line.id}
              line={entry.line}
              day={day}
              mark={markOf(entry.line.seq, state)}
              from={page.other.name}
              aimedAt={entry.line.seq === page.aimedAt}
            />
          ),
        )}
        {pending.map((one) => (
          <PendingLine key={one.clientId} message={one} conversation={conversation} paid={money !== null} />
        ))}
        {page.newestHref && (
          <LinkButton size="small" href={page.newestHref}>
            Newest messages
          </LinkButton>
        )}
        <div id="end" ref={end} />
      </div>
      {page.waiting && page.mediaHref && <WaitingLine failed={page.waiting.failed} href={page.mediaHref} />}
      {page.denied ? (
        <Denied denied={page.denied} />
      ) : (
        <Composer
          page={page}
          answer={answer}
          conversation={conversation}
          state={state}
          draft={unsent.draft}
          onType={live.say}
        />
      )}
      {page.unlock && (
        <Dialog title="Unlock this message" closeHref={page.unlock.backHref}>
          <UnlockView page={page.unlock} answer={undefined} />
        </Dialog>
      )}
    </div>
  )
}

/** A message whose files are still being prepared, or that could not be sent. */
function WaitingLine({ failed, href }: { failed: boolean; href: string }) {
  useLookAgain(!failed)
  return (
    <p className="chat-price" role="status">
      <span>{failed ? 'Your files were not sent' : 'Sending when ready'}</span>
      <a className="link link-target" href={href}>
        {failed ? 'See why' : 'Show or cancel'}
      </a>
    </p>
  )
}

/** Takes up what was written before a reload, and sends what waits once the network is back. */
function useUnsent(conversation: Conversation) {
  useEffect(() => {
    conversation.restore()
    addEventListener('online', conversation.resume)
    return () => removeEventListener('online', conversation.resume)
  }, [conversation])
}

type Shown = { end: RefObject<HTMLDivElement | null>; aimedAt: number | null; isNewest: boolean; shown: number }

/** Keeps the newest message in view; a page that was opened for one message begins there. */
function useShownPlace({ end, aimedAt, isNewest, shown }: Shown) {
  const begun = useRef(false)
  useEffect(() => {
    const aim = begun.current || aimedAt === null ? null : document.getElementById(`m-${aimedAt}`)
    begun.current = true
    if (aim) aim.scrollIntoView({ block: 'center' })
    else if (isNewest && shown > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [end, aimedAt, isNewest, shown])
}

function FirstHint({ page }: { page: PageData }) {
  return (
    <p className="chat-hint">
      {page.money
        ? `Each message you send to ${page.other.name} costs ${page.money.rate}. Answers are free to read.`
        : 'No messages yet.'}
    </p>
  )
}

function Denied({ denied }: { denied: NonNullable<PageData['denied']> }) {
  return (
    <div className="chat-foot">
      <Banner
        tone="neutral"
        icon="lock"
        title={denied.title}
        action={denied.way && <LinkButton href={denied.way.href}>{denied.way.label}</LinkButton>}
      >
        {denied.text}
      </Banner>
    </div>
  )
}

/** Null where no answer came. */
async function ask(path: string, form?: URLSearchParams): Promise<unknown> {
  try {
    const answer = await fetch(path, {
      method: form ? 'POST' : 'GET',
      body: form,
      // A page that is closed still sends what it has shown as sent.
      keepalive: form !== undefined,
      headers: { accept: 'application/json' },
    })
    if (isSignedOut(answer)) return { signedOut: true }
    return answer.headers.get('content-type')?.includes('json') ? await answer.json() : null
  } catch {
    return null
  }
}
