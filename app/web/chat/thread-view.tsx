import { type ReactNode, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { CHAT } from '#app/domain/chat/message.ts'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { QuickHide } from '#app/web/components/quick-hide.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { Route } from './+types/thread'
import type { MessageLine } from '#app/web/chat/thread.server.ts'
import { type Conversation, type ConversationState, openConversation, type Pending } from './conversation.ts'

type PageData = Route.ComponentProps['loaderData']

/** One conversation. Another one starts anew, with its own key. */
export function ThreadPage({ page, answer }: { page: PageData; answer: FormAnswer | undefined }) {
  return <OpenThread key={`${page.key} ${page.lines[0]?.seq ?? 0}`} page={page} answer={answer} />
}

const EVERY_MS = 4_000

function OpenThread({ page, answer }: { page: PageData; answer: FormAnswer | undefined }) {
  const { money } = page
  const isNewest = page.newestHref === null
  const [conversation] = useState(() =>
    openConversation(
      {
        key: page.key,
        written: page.menu !== null,
        lines: page.lines,
        otherReadSeq: page.otherReadSeq,
        online: page.other.online,
        answerBy: page.answerBy,
        balance: money?.balance ?? null,
        price: money && { minor: money.shown, text: money.rate },
        toAgree: money?.toAgree ?? false,
      },
      { ask, addressOf: to.chatMessages, isOnline: () => navigator.onLine, newId: () => crypto.randomUUID() },
    ),
  )
  const state = useSyncExternalStore(conversation.subscribe, conversation.read, conversation.read)
  const { lines, pending } = state
  useEffect(() => {
    if (!isNewest) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void conversation.sync()
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isNewest, conversation])
  const end = useRef<HTMLDivElement>(null)
  const shown = lines.length + pending.length
  useEffect(() => {
    if (isNewest && shown > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [isNewest, shown])
  return (
    <div className="chat">
      <Head page={page} online={state.online} answerBy={state.answerBy} />
      <div className="chat-messages" role="log" aria-label="Messages">
        {page.earlierHref && (
          <LinkButton size="small" variant="quiet" href={page.earlierHref}>
            Earlier messages
          </LinkButton>
        )}
        {lines.length === 0 && pending.length === 0 && <FirstHint page={page} />}
        {lines.map((line, index) => (
          <Line
            key={line.id}
            line={line}
            day={line.day === lines[index - 1]?.day ? null : line.day}
            read={line.seq <= state.otherReadSeq}
            from={page.other.name}
          />
        ))}
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
      {page.denied ? (
        <Denied denied={page.denied} />
      ) : (
        <Composer page={page} answer={answer} conversation={conversation} state={state} />
      )}
    </div>
  )
}

function Head({ page, online, answerBy }: { page: PageData; online: boolean; answerBy: string | null }) {
  const root = useRouteLoaderData('root') as { quickHide?: boolean } | undefined
  const { other, menu } = page
  return (
    <header className="header chat-head">
      <IconLink icon="arrow-left" label="Back to all conversations" href={to.chat()} />
      <Who href={other.href}>
        <Avatar name={other.name} src={other.avatarUrl} size={40} />
        <div>
          <h1 className="text-h3">{other.name}</h1>
          {page.side === 'fan' ? (
            <p className={joinClasses('chat-presence', online && 'chat-presence-on')}>
              {online ? 'Online' : 'Offline'}
            </p>
          ) : (
            answerBy && <Chip tone="warning">{answerBy}</Chip>
          )}
        </div>
      </Who>
      {root?.quickHide && <QuickHide />}
      {menu && (
        <Menu label="More" summary={<Icon name="ellipsis" />}>
          {page.tipHref && (
            <MenuLink href={page.tipHref} icon="hand-coins">
              Send a tip
            </MenuLink>
          )}
          {menu.map((item) => (
            <form key={item.action} method="post" action={item.action}>
              <MenuButton icon={item.icon}>{item.label}</MenuButton>
            </form>
          ))}
        </Menu>
      )}
    </header>
  )
}

/** Picture and name are one link, as large as a finger. */
function Who({ href, children }: { href: string | null; children: ReactNode }) {
  return href ? (
    <a className="chat-who" href={href}>
      {children}
    </a>
  ) : (
    <div className="chat-who">{children}</div>
  )
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

type LineProps = { line: MessageLine; day: string | null; read: boolean; from: string }

function Line({ line, day, read, from }: LineProps) {
  return (
    <>
      {day && <p className="chat-day">{day}</p>}
      <div className={joinClasses('bubble', line.own && 'bubble-own')}>
        <span className="visually-hidden">{line.own ? 'You: ' : `${from}: `}</span>
        <p className="bubble-text" dir="auto">
          {line.body === '' ? <i>Removed</i> : line.body}
        </p>
        <p className="bubble-meta">
          {line.earned && <b className="bubble-earned">{line.earned}</b>}
          <span>{line.clock}</span>
          {line.own && (
            <span className="bubble-state">
              <Icon name={read ? 'check-check' : 'check'} size={16} />
              {read ? 'Read' : 'Sent'}
            </span>
          )}
        </p>
      </div>
    </>
  )
}

function PendingLine({ message, conversation, paid }: { message: Pending; conversation: Conversation; paid: boolean }) {
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
          {topUp ? (
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
  if (state === 'offline') return paid ? 'No network. Not sent, nothing charged' : 'No network. Not sent'
  return paid ? 'No answer yet. Retry can’t send or charge it twice' : 'No answer yet. Retry can’t send it twice'
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

/** The box with the price, where it is shown; without one there is nothing to agree to. */
function hasAgreed(): boolean {
  return document.querySelector<HTMLInputElement>('#agreed')?.checked ?? false
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
    return answer.headers.get('content-type')?.includes('json') ? await answer.json() : null
  } catch {
    return null
  }
}

type ComposerProps = {
  page: PageData
  answer: FormAnswer | undefined
  conversation: Conversation
  state: ConversationState
}

function Composer({ page, answer, conversation, state }: ComposerProps) {
  const hydrated = useHydrated()
  const { error, value } = readAnswer(answer)
  const { balance, price, toAgree } = state

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('text')
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === '') return
    conversation.send(field.value, hasAgreed())
    field.value = ''
    field.focus()
  }

  return (
    <form
      method="post"
      action={to.chat(page.key)}
      className="chat-foot"
      noValidate
      onSubmit={hydrated ? submit : undefined}
    >
      <FormErrorSummary answer={answer} />
      {price && (
        <p className="chat-price">
          <span>{price.text} per message</span>
          <span className="chat-money">
            <Icon name="wallet" size={16} />
            {balance}
            {page.money && (
              <a className="link link-target" href={page.money.topUpHref}>
                Top up
              </a>
            )}
          </span>
        </p>
      )}
      {price && toAgree && (
        <CheckboxField label={`I pay ${price.text} for each message I send`} name="agreed" value="yes" />
      )}
      <input type="hidden" name="client_id" value={page.clientId} />
      {price && <input type="hidden" name="shown" value={price.minor} />}
      <div className="chat-compose">
        <label className="visually-hidden" htmlFor="text">
          Message
        </label>
        <textarea
          id="text"
          name="text"
          className="input chat-text"
          rows={1}
          maxLength={CHAT.maxLength}
          placeholder="Message"
          defaultValue={value('text', page.draft)}
          aria-invalid={error('text') ? true : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <Button variant="primary" className="chat-send" aria-label="Send">
          <Icon name="send" />
        </Button>
      </div>
    </form>
  )
}
